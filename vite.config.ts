import { svelte } from "@sveltejs/vite-plugin-svelte";
import Icons from "unplugin-icons/vite";
import { defineConfig } from "vite";

// The shell lies in client/, each room's board in its own folder; see client/README.md.
export default defineConfig({
  root: "client",
  base: "/",
  plugins: [svelte(), Icons({ compiler: "svelte", scale: 1 })],
  resolve: { alias: { $lib: new URL("./client/src/lib", import.meta.url).pathname } },
  build: {
    outDir: "../src/parlour/web",
    emptyOutDir: true,
    target: "es2022",
    manifest: "manifest.json",
    assetsInlineLimit: 0, // the content security policy allows no inlined fonts
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://localhost:8765", ws: true } } },
  test: {
    include: ["src/**/*.test.ts", "../src/parlour/games/*/client/*.test.ts"],
    testTimeout: 300_000, // a bound for what never ends: see tools/patience.py
  },
} as Parameters<typeof defineConfig>[0]);

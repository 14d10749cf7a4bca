import { svelte } from "@sveltejs/vite-plugin-svelte";
import Icons from "unplugin-icons/vite";
import { defineConfig, type Plugin } from "vite";

/**
 * `text/xx.toml` as a module: its sentences by key.  Of TOML it may hold comments and one
 * `key = "…"` to a line; any other line stops the build.
 */
function texts(): Plugin {
  return {
    name: "texts",
    transform(source, path) {
      if (!path.endsWith(".toml")) return;
      const lines = source.split(/\r?\n/).filter((line) => line && !line.startsWith("#"));
      const pairs = lines.map((line) => {
        const found = /^(\w+) = ("(?:[^"\\]|\\.)*")$/.exec(line);
        return found ? `${found[1]}: ${found[2]}` : this.error(`${path}: no sentence: ${line}`);
      });
      return { code: `export default {\n${pairs.join(",\n")}\n};`, map: null };
    },
  };
}

/**
 * Pictures of 512 by 512 that are shown at a tenth of that size, with one digit after the point in
 * the place of three.  A number may begin where the last one ends: `c-.414.005`.
 */
function roughly(): Plugin {
  const number = /(?<=(.))(-?)((?:[1-9]\d*|0)?\.\d+)/g;
  return {
    name: "roughly",
    transform(source, path) {
      if (!path.includes("~icons/game-icons/")) return;
      const code = source.replace(/ d="[^"]*"/g, (line) =>
        line.replace(number, (_, before: string, minus: string, exact: string) => {
          const round = Number(exact).toFixed(1).replace(/\.0$/, "").replace(/^0\./, ".");
          const rounded = round === "0" ? round : minus + round;
          return /[\d.]/.test(before) && !rounded.startsWith("-") ? ` ${rounded}` : rounded;
        }),
      );
      return { code, map: null };
    },
  };
}

// The shell lies in client/, each room's board in its own folder; see client/README.md.
export default defineConfig({
  root: "client",
  base: "/",
  plugins: [texts(), roughly(), svelte(), Icons({ compiler: "svelte", scale: 1 })],
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

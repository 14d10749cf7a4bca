import "@fontsource-variable/golos-text/index.css";
import "@fontsource-variable/playfair-display/index.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { language } from "./lib/words.svelte";
import { theme } from "./lib/theme.svelte";
import { speed } from "./lib/speed.svelte";
import { reloadWhenUpgraded } from "./lib/upgrade";
import "./style.css";

language.now = language.now; // tells the page which language it speaks
theme.apply();
speed.apply();
reloadWhenUpgraded();
mount(App, { target: document.getElementById("app")! });
if ("serviceWorker" in navigator && import.meta.env.PROD)
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => {}));

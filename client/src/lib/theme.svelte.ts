import { stored } from "./stored";

/** Dark as an evening or light as a page; as the system wants it until somebody decides. */
class Theme {
  #dark = $state(first());
  get dark(): boolean {
    return this.#dark;
  }
  toggle(): void {
    this.#dark = !this.#dark;
    stored.set("theme", this.#dark ? "dark" : "light");
    this.apply();
  }
  apply(): void {
    document.documentElement.dataset.theme = this.#dark ? "dark" : "light";
  }
}

function first(): boolean {
  const kept = stored.get("theme");
  return kept ? kept === "dark" : !matchMedia("(prefers-color-scheme: light)").matches;
}

export const theme = new Theme();

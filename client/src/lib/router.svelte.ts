/** Where we are: a path and what stands after its `#`.  Links of our own do not load the page. */
class Router {
  #path = $state(location.pathname);
  #hash = $state(location.hash.slice(1));

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("hashchange", () => this.#read());
    document.addEventListener("click", (event) => this.#click(event));
  }
  get path(): string {
    return this.#path;
  }
  get hash(): string {
    return this.#hash;
  }
  get parts(): string[] {
    return this.#path.split("/").filter(Boolean);
  }
  go(to: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", to);
    this.#read();
    if (!replace) scrollTo(0, 0);
  }
  #read(): void {
    this.#path = location.pathname;
    this.#hash = location.hash.slice(1);
  }
  #click(event: MouseEvent): void {
    const link = (event.target as Element).closest?.("a");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api")) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}
export const router = new Router();

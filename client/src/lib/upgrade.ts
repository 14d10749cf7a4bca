/**
 * A page that was open while its house was upgraded asks for parts that are gone: it is loaded anew.
 * One that fails right after it came is not, or a part that is missing for good would load it again
 * and again; nor is one without a network, which has nothing newer to get.
 */
const FRESH_MS = 5_000;

export function reloadWhenUpgraded(): void {
  addEventListener("vite:preloadError", () => {
    if (performance.now() > FRESH_MS && navigator.onLine) location.reload();
  });
}

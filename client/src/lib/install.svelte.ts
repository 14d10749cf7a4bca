/** Some browsers offer to install the page as an app; it is offered when they do. */
type Offer = Event & { prompt(): Promise<unknown> };

class Install {
  #offer = $state.raw<Offer | null>(null);

  constructor() {
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault(); // our own button asks, at the foot of the page
      this.#offer = event as Offer;
    });
    addEventListener("appinstalled", () => (this.#offer = null));
  }
  get possible(): boolean {
    return this.#offer !== null;
  }
  async ask(): Promise<void> {
    const offer = this.#offer;
    this.#offer = null; // an offer can be used once
    await offer?.prompt();
  }
}
export const install = new Install();

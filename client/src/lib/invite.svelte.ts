import { api } from "./api";

/**
 * The address that guests can reach.  Whoever opens the page on the server's own machine sees
 * `localhost`, which means another machine on everybody else's: there the server's own word counts.
 */
class Invitations {
  #told = $state("");

  constructor() {
    if (!["localhost", "127.0.0.1", "[::1]"].includes(location.hostname)) return;
    api.house().then(
      (house) => (this.#told = house.address),
      () => {},
    );
  }
  get origin(): string {
    return this.#told || location.origin;
  }
}

const invitations = new Invitations();

/** A path of this house as guests can open it. */
export function reachable(path: string): string {
  return invitations.origin + path;
}

/** The link to a table, with a key to a seat. */
export function linkTo(table: string, key = ""): string {
  return reachable(`/t/${table}${key ? `#${key}` : ""}`);
}

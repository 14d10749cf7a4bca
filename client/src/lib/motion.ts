import type { Flight } from "./play";
import { speed } from "./speed.svelte";

/**
 * Cards fly from where they were to where they are.  Before the page changes `remember` notes where
 * everything lies; afterwards `fly` moves a picture of each card that went somewhere.  The page
 * itself is right at once: a flight is only a ghost above it, and new news ends it.
 */
const FLIGHT_MS = 280;
export type Places = Map<string, DOMRect>;
let flying: Animation[] = [];

/** Whether nothing moves: the system asks for that, or the person wants to see all at once. */
export function still(): boolean {
  return speed.now === "once" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Where every place and every card of every place lies. */
export function remember(root: ParentNode): Places {
  const places: Places = new Map();
  for (const place of root.querySelectorAll<HTMLElement>("[data-place]")) {
    const name = place.dataset.place!;
    places.set(name, place.getBoundingClientRect());
    for (const card of place.querySelectorAll<HTMLElement>("[data-card]"))
      places.set(`${name}/${card.dataset.card}`, card.getBoundingClientRect());
  }
  return places;
}

export function fly(root: HTMLElement, before: Places, flights: Flight[]): void {
  for (const old of flying) old.finish();
  flying = [];
  if (still() || document.hidden) return;
  for (const flight of flights) {
    const from = before.get(`${flight.from}/${flight.card}`) ?? before.get(flight.from);
    const to = target(root, flight);
    if (from && to) flying.push(ghost(root, to, from, speed.ms((flight.delay ?? 0) * 1000)));
  }
}

function target(root: HTMLElement, flight: Flight): HTMLElement | null {
  const place = root.querySelector<HTMLElement>(`[data-place="${CSS.escape(flight.to)}"]`);
  if (!place || !flight.card) return place;
  const cards = place.querySelectorAll<HTMLElement>(`[data-card="${CSS.escape(flight.card)}"]`);
  return cards[cards.length - 1] ?? place;
}

/** A copy of the card above the page, in the room's own light, from its old place to its new one. */
function ghost(root: HTMLElement, to: HTMLElement, from: DOMRect, delay: number): Animation {
  const there = to.getBoundingClientRect();
  const fit = to.offsetWidth ? there.width / to.offsetWidth : 1; // the board may have shrunk
  const copy = to.cloneNode(true) as HTMLElement;
  copy.removeAttribute("data-place");
  for (const part of [copy, ...copy.querySelectorAll(".open, .picked")])
    part.classList.remove("open", "picked"); // nobody can pick a ghost
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  const size = Math.min(there.width, 160) / fit;
  Object.assign(copy.style, {
    position: "fixed",
    left: `${there.left + (there.width - size * fit) / 2}px`,
    top: `${there.top}px`,
    width: `${size}px`,
    height: `${(there.height * size) / Math.max(there.width, 1)}px`,
    margin: "0",
    scale: `${fit}`,
    transformOrigin: "0 0",
    zIndex: "90",
    pointerEvents: "none",
  });
  root.append(copy);
  const dx = from.left + from.width / 2 - (there.left + there.width / 2);
  const dy = from.top + from.height / 2 - (there.top + there.height / 2);
  const animation = copy.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(0.92)`, opacity: 0.95 },
      { transform: "none", opacity: 1 },
    ],
    { duration: speed.ms(FLIGHT_MS), delay, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" },
  );
  const done = () => copy.remove();
  animation.finished.then(done, done);
  return animation;
}

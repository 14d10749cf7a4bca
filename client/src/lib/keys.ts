/**
 * The table by keyboard alone.  Arrows go to the nearest thing that can be picked in their direction,
 * else to the nearest thing; whoever has picked a thing stands on its first target; and when what one
 * stood on is gone or spent, one stands on what can be picked next, or on the question meanwhile.
 */
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** How much worse a step aside is than a step ahead, and how much of it is another direction. */
const ASIDE = 2.5;
const ASTRAY = 3;

export class Keys {
  #held = false; // whether the focus was at the table when last seen
  #pointing = false; // whether a finger or a mouse was used last: then nothing scrolls by itself
  #open = new Set<Element>();

  constructor(private readonly root: HTMLElement) {}

  /** An arrow was pressed. */
  pressed(event: KeyboardEvent): void {
    this.#pointing = false;
    const [dx, dy] = ARROWS[event.key] ?? [0, 0];
    const from = document.activeElement;
    if ((!dx && !dy) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!from || !this.root.contains(from) || !from.matches("button, a, .question")) return;
    const all = [...this.root.querySelectorAll<HTMLElement>("button, a")];
    const open = all.filter((thing) => thing.matches(".open, [data-choice]"));
    const next = nearest(from, open, dx, dy) ?? nearest(from, all, dx, dy);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
  pointed(): void {
    this.#pointing = true;
  }
  entered(where: EventTarget | null): void {
    this.#held = where instanceof Node && this.root.contains(where);
  }

  /** Something else can be picked now, or something was picked. */
  follow(picked: boolean): void {
    const now = [...this.root.querySelectorAll<HTMLElement>(".open, .ask [data-choice]")];
    const at = document.activeElement;
    const lost = this.#held && (at === null || at === document.body);
    const spent = at !== null && this.#open.has(at) && !now.includes(at as HTMLElement);
    const target = now.find((thing) => !this.#open.has(thing));
    if (lost || spent || at?.matches(".question")) this.#stand(now[0] ?? this.#question());
    else if (picked && target && at?.matches(".picked:focus-visible")) this.#stand(target);
    this.#open = new Set(now);
  }
  #stand(on: HTMLElement | null): void {
    on?.focus({ preventScroll: this.#pointing });
  }
  #question(): HTMLElement | null {
    return this.root.querySelector<HTMLElement>(".question");
  }
}

function nearest(from: Element, all: HTMLElement[], dx: number, dy: number): HTMLElement | null {
  const here = middle(from);
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const thing of all) {
    const there = middle(thing);
    const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    const cost = ahead + aside * ASIDE;
    if (
      thing === from ||
      ahead < 4 ||
      aside > ahead * ASTRAY ||
      cost >= least ||
      !thing.checkVisibility()
    )
      continue;
    [best, least] = [thing, cost];
  }
  return best;
}

function middle(thing: Element): { x: number; y: number } {
  const box = thing.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

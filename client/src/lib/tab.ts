import { say } from "./words.svelte";

/** Title and icon of the tab: how many tables wait for the person in front of it. */
const PLAIN = "/icons/parlour.svg";
const MARKED = "/icons/parlour-turn.svg";
type Badged = Navigator & {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
};

export function showTab(title: string, waiting: number): void {
  const turn = waiting > 1 ? `(${waiting}) ${say("yourTurn")}` : say("yourTurn");
  document.title = waiting ? `● ${turn} · ${title}` : title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = waiting ? MARKED : PLAIN;
  if (icon && icon.getAttribute("href") !== wanted) icon.href = wanted;
  const app = navigator as Badged; // the icon of an installed app
  void (waiting ? app.setAppBadge?.(waiting) : app.clearAppBadge?.())?.catch(() => {});
}

/** For screens without a table: the icon as it was. */
export function clearTab(): void {
  showTab(document.title, 0);
}

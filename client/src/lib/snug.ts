/**
 * Words that must be read at once become smaller until all of them are in sight; quite small they
 * scroll or are cut after all.  The place has a size of its own, whatever stands in it.
 */
export function snug(place: HTMLElement, least = LEAST): () => void {
  const look = () => {
    let share = 1;
    place.style.fontSize = "";
    const own = sizeOf(place) / sizeOf(place.parentElement!);
    while (sticksOut(place) && share > least) {
      share -= STEP;
      place.style.fontSize = `${share * own}em`;
    }
  };
  const sizes = new ResizeObserver(look);
  const words = new MutationObserver(look);
  sizes.observe(place);
  words.observe(place, { childList: true, characterData: true, subtree: true });
  document.fonts.addEventListener("loadingdone", look); // letters of another width
  look();
  return () => {
    document.fonts.removeEventListener("loadingdone", look);
    sizes.disconnect();
    words.disconnect();
  };
}
/** For names: rather cut than too small to be read. */
export const snugName = (place: HTMLElement) => snug(place, LEAST_NAME);

function sizeOf(element: HTMLElement): number {
  return parseFloat(getComputedStyle(element).fontSize) || 1;
}
/** Down by whole pixels; aside exactly, for what is too long by half of one is cut with "…". */
function sticksOut(place: HTMLElement): boolean {
  const words = document.createRange();
  words.selectNodeContents(place);
  const over = words.getBoundingClientRect().width - place.getBoundingClientRect().width;
  return over > 0.01 || place.scrollHeight > place.clientHeight + SLACK;
}
const SLACK = 1;
const LEAST_NAME = 0.76;
const STEP = 0.04;
const LEAST = 0.56;

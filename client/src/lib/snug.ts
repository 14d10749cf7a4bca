/**
 * Words that must be read at once become smaller until all of them are in sight; quite small they
 * scroll after all.  The place has a size of its own, whatever stands in it.
 */
export function snug(place: HTMLElement): () => void {
  const look = () => {
    let share = 1;
    place.style.fontSize = "";
    while (place.scrollHeight > place.clientHeight + SLACK && share > LEAST) {
      share -= STEP;
      place.style.fontSize = `${share}em`;
    }
  };
  const sizes = new ResizeObserver(look);
  const words = new MutationObserver(look);
  sizes.observe(place);
  words.observe(place, { childList: true, characterData: true, subtree: true });
  look();
  return () => {
    sizes.disconnect();
    words.disconnect();
  };
}
const SLACK = 1;
const STEP = 0.04;
const LEAST = 0.56;

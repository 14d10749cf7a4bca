/**
 * Marks a list that scrolls with the sides on which more of it is out of sight: `data-more="left
 * right"`.  The signs themselves are drawn in style.css.
 */
export function more(list: HTMLElement): () => void {
  const look = () => {
    const right = list.scrollWidth - list.clientWidth - Math.abs(list.scrollLeft);
    const below = list.scrollHeight - list.clientHeight - list.scrollTop;
    const sides = [
      Math.abs(list.scrollLeft) > SLACK && "left",
      right > SLACK && "right",
      list.scrollTop > SLACK && "above",
      below > SLACK && "below",
    ];
    list.dataset.more = sides.filter(Boolean).join(" ");
  };
  const sizes = new ResizeObserver(look);
  const watch = () => {
    sizes.disconnect();
    for (const one of [list, ...list.children]) sizes.observe(one);
    look();
  };
  const parts = new MutationObserver(watch);
  parts.observe(list, { childList: true });
  list.addEventListener("scroll", look, { passive: true });
  watch();
  return () => {
    sizes.disconnect();
    parts.disconnect();
    list.removeEventListener("scroll", look);
  };
}
const SLACK = 2;

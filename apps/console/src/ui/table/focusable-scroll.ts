const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]';

/** A ref that makes a scrolling box focusable if it contains nothing focusable, so that the keyboard scrolls it. */
export function keepScrollFocusable(box: HTMLElement | null): (() => void) | undefined {
  if (!box) return undefined;
  const look = () => {
    // The sizes come last: they make the browser lay the page out at once.
    const isNeeded = box.querySelector(FOCUSABLE) === null && box.scrollHeight > box.clientHeight;
    if (isNeeded) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  };
  look();
  const sizes = new ResizeObserver(look);
  sizes.observe(box);
  const content = new MutationObserver(look);
  content.observe(box, { childList: true, subtree: true });
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}

import { useEffect, type RefObject } from 'react';

/** Focuses the element when it appears, and returns the focus when the element is removed while it is focused. */
export function useReturnedFocus(ref: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const element = ref.current;
    if (!isShown || !element) return undefined;
    const before = document.activeElement;
    element.focus({ preventScroll: true });
    return () => {
      const isLost = document.activeElement === document.body || element.contains(document.activeElement);
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [ref, isShown]);
}

import { useEffect, useState, type RefObject } from 'react';

/** Whether the element is narrower than the given number of px. */
export function useIsNarrow(ref: RefObject<HTMLElement | null>, px: number): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      // A minimised window has no width, and is restored with its old one.
      if (element.clientWidth > 0) setNarrow(element.clientWidth < px);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, px]);
  return isNarrow;
}

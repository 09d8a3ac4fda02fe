import { useEffect, useState, type RefObject } from 'react';

/** Whether the element is narrower than so many px. */
export function useIsNarrow(ref: RefObject<HTMLElement | null>, px: number): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      // A window that is minimised has no width, and comes back as it was.
      if (element.clientWidth > 0) setNarrow(element.clientWidth < px);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, px]);
  return isNarrow;
}

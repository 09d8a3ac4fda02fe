import { useEffect, type RefObject } from 'react';
import { useTopCards } from '#/map/camera/map-room.ts';

/** Reports to the map how far the element extends down from the map's top. */
export function useTopRoom(ref: RefObject<HTMLElement | null>, isAtTop: boolean): void {
  useEffect(() => {
    const element = ref.current;
    if (!element || !isAtTop) return undefined;
    const tell = () =>
      useTopCards.setState({ bottom: element.offsetHeight > 0 ? element.offsetTop + element.offsetHeight : 0 });
    const observer = new ResizeObserver(tell);
    observer.observe(element);
    return () => {
      observer.disconnect();
      useTopCards.setState({ bottom: 0 });
    };
  }, [ref, isAtTop]);
}

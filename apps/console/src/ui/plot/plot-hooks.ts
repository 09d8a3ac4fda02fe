import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import type { PlotSize } from './plot-area.ts';
import { getPlotColours, watchTheme, type PlotColours } from './plot-colours.ts';

export function usePlotColours(): PlotColours {
  return useSyncExternalStore(watchTheme, getPlotColours);
}

/** The size of the element; null until it is known. */
export function usePlotSize(ref: RefObject<HTMLElement | null>): PlotSize | null {
  const [size, setSize] = useState<PlotSize | null>(null);
  useEffect(() => {
    if (!ref.current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: Math.floor(entry.contentRect.width), height: Math.floor(entry.contentRect.height) });
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}

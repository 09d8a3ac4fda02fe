import type { Map as MapEngine } from 'maplibre-gl';
import type { Size } from '#/ui/window/window-placement.ts';
import { keepInside } from '#/ui/window/window-placement.ts';
import { phoneWidth, useWindowStore } from '#/ui/window/window-store.ts';
import type { CoveredEdges } from './free-area.ts';
import { findRoom, toArea, toBox, type Box } from './free-room.ts';

// Measures at the moment of a flight what covers the map.

interface OpenBox {
  readonly id: string;
  readonly box: Box;
}

/** The windows over the map, in the map's own px. */
function listWindows(map: DOMRect): readonly OpenBox[] {
  const { stack, layer, layerSize } = useWindowStore.getState();
  const place = layer?.getBoundingClientRect() ?? map;
  const [right, down] = [place.left - map.left, place.top - map.top];
  return stack
    .filter(({ mode }) => mode !== 'minimised')
    .map(({ id, mode, placement }) => {
      const fills = mode === 'maximised' || layerSize.width < phoneWidth;
      const { x, y, ...size } = fills ? { x: 0, y: 0, ...layerSize } : keepInside(placement, layerSize);
      return { id, box: toBox({ x: x + right, y: y + down, ...size }) };
    });
}

/** Cards, drawers and sheets over the map, in its own px. */
export function listCovers(map: DOMRect): readonly Box[] {
  return [...document.querySelectorAll('[data-covers-map]')].flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return width * height > 0 ? [toBox({ x: left - map.left, y: top - map.top, width, height })] : [];
  });
}

export interface FreePart {
  /** Beside the windows too; null: they leave too little. */
  readonly besideWindows: Box | null;
  /** Beside cards, drawers and sheets; the whole area if they leave too little. */
  readonly part: Box;
  readonly windows: readonly OpenBox[];
  readonly container: Size;
}

/** `shape`: of what will be shown there; without it the largest part. */
export function readFreePart(map: MapEngine, covered: CoveredEdges, shape?: Size): FreePart {
  const container = map.getContainer().getBoundingClientRect();
  const area = toArea({ ...covered, top: covered.search ?? covered.top }, container);
  const covers = listCovers(container);
  const windows = listWindows(container);
  const boxes = windows.map(({ box }) => box);
  const { width, height } = container;
  return {
    besideWindows: findRoom(area, [...covers, ...boxes], shape),
    part: findRoom(area, covers, shape) ?? area,
    windows,
    container: { width, height },
  };
}

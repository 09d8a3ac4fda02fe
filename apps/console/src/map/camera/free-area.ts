import { createContext, useContext } from 'react';

/** How many px of each edge of the map are covered. */
export interface CoveredEdges {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

const NOTHING: CoveredEdges = { top: 0, right: 0, bottom: 0, left: 0 };

export const CoveredEdgesContext = createContext<CoveredEdges>(NOTHING);

export function useCoveredEdges(): CoveredEdges {
  return useContext(CoveredEdgesContext);
}

/** The offset from the middle of the map to the middle of its visible part, in px: right and down. */
export function offsetToFreeArea({ top, right, bottom, left }: CoveredEdges): [number, number] {
  return [(left - right) / 2, (top - bottom) / 2];
}

/** The margin for markers at the edge of a fitted view, and on the left for the map's controls. */
const MARKER_ROOM = 40;
const CONTROLS_ROOM = 72;

/** Limited to the size of the map: the engine refuses to fit into an empty area. */
export function padFreeArea(covered: CoveredEdges, width: number, height: number): CoveredEdges {
  const padded = {
    top: covered.top + MARKER_ROOM,
    right: covered.right + MARKER_ROOM,
    bottom: covered.bottom + MARKER_ROOM,
    left: covered.left + CONTROLS_ROOM,
  };
  const isTooMuch = padded.left + padded.right >= width || padded.top + padded.bottom >= height;
  return isTooMuch ? NOTHING : padded;
}

/** True for a marker that a panel at the left covers at least in part; x counts from the left edge of the map. */
export function isUnderPanel(x: number, { left }: CoveredEdges): boolean {
  return x >= 0 && x < left + MARKER_ROOM;
}

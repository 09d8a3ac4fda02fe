import { createContext, useContext } from 'react';

/** How many px of each edge of the map are covered. */
export interface CoveredEdges {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
  /** Of the top edge what the search covers; cards, which cover more, are measured at the moment of a flight. */
  readonly search?: number;
}

const NOTHING: CoveredEdges = { top: 0, right: 0, bottom: 0, left: 0 };

export const CoveredEdgesContext = createContext<CoveredEdges>(NOTHING);

export function useCoveredEdges(): CoveredEdges {
  return useContext(CoveredEdgesContext);
}

/** Half of a marker and the space beside it. */
const MARKER_ROOM = 40;

/** True for a marker that a panel at the left covers at least in part; x counts from the left edge of the map. */
export function isUnderPanel(x: number, { left }: CoveredEdges): boolean {
  return x >= 0 && x < left + MARKER_ROOM;
}

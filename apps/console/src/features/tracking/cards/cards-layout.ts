// How many cards stand beside each other, and where, in px.

const CARD = 352;
const GAP = 14;
const EDGE = 16;
/** Left of them stands the search; where that leaves no room they stand under it, beside the map's controls. */
const HIGH = { search: 238, controls: 72, top: 16, underSearch: 64 } as const;
/** On a low map the controls stand in a row beside the search. */
const LOW = { search: 394, controls: EDGE, top: 8, underSearch: 52 } as const;
const MOST = 4;

const countIn = (width: number) => Math.min(MOST, Math.floor((width + GAP) / (CARD + GAP)));

export interface CardsLayout {
  readonly count: number;
  readonly left: number;
  readonly top: number;
}

export function layCards(mapWidth: number, isLow: boolean): CardsLayout {
  const { search, controls, top, underSearch } = isLow ? LOW : HIGH;
  const beside = countIn(mapWidth - search - EDGE);
  if (beside > 0) return { count: beside, left: search, top };
  return { count: Math.max(1, countIn(mapWidth - controls - EDGE)), left: controls, top: underSearch };
}

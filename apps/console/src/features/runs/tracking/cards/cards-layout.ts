// How many cards stand beside each other, in px.

const CARD = 352;
const GAP = 14;
const EDGE = 16;
/** Left of them stands the search; where that leaves no room they stand under it, beside the map's controls. */
const SEARCH_ROOM = 238;
const CONTROLS_ROOM = 72;
const MOST = 4;

const countIn = (width: number) => Math.min(MOST, Math.floor((width + GAP) / (CARD + GAP)));

export interface CardsLayout {
  readonly count: number;
  readonly isUnderSearch: boolean;
}

export function layCards(mapWidth: number): CardsLayout {
  const beside = countIn(mapWidth - SEARCH_ROOM - EDGE);
  if (beside > 0) return { count: beside, isUnderSearch: false };
  return { count: Math.max(1, countIn(mapWidth - CONTROLS_ROOM - EDGE)), isUnderSearch: true };
}

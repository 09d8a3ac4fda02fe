// Number of cards beside each other, and their position in px.

const CARD = 352;
const GAP = 14;
const EDGE = 16;
/** The search is left of the cards; without room beside it they go under it, next to the map's controls. */
const HIGH = { search: 238, controls: 72, top: 16, underSearch: 64 } as const;
/** On a low map the controls are in a row with the search. */
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

interface Position {
  readonly lat: number;
  readonly lon: number;
}

/** The world's width at zoom 0, in px. */
const WORLD_PX = 512;
/** The smallest visible movement, in px. */
const SEEN_PX = 0.5;

/** Whether a movement is visible at this zoom: GPS errors make stationary devices seem to move. */
export function isSeenMove(from: Position, to: Position, zoom: number): boolean {
  const pxPerDegree = (WORLD_PX * 2 ** zoom) / 360;
  const x = (to.lon - from.lon) * pxPerDegree;
  const y = ((to.lat - from.lat) * pxPerDegree) / Math.cos((to.lat * Math.PI) / 180);
  return Math.hypot(x, y) >= SEEN_PX;
}

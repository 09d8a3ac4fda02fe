/** A device's message to store, with its company, link and arrival time. */
export interface Incoming<Body> {
  readonly uid: number;
  readonly groupId: number;
  readonly link: 'cellular' | 'bluetooth' | 'iridium';
  /** UTC milliseconds. */
  readonly receivedAt: number;
  readonly body: Body;
}

export const LINK_CODES = { cellular: 0, bluetooth: 1, iridium: 2 } as const;

export function toMillimetres(metres: number | null): number | null {
  return metres === null ? null : Math.round(metres * 1000);
}

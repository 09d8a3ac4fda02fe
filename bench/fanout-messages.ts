// What the processes of the fanout bench say to one another.

/** To the server: so many events, so many in each turn of its loop (as one commit leaves them behind), at this pace. */
export interface Sending {
  readonly events: number;
  readonly together: number;
  /** 0: the next turn. */
  readonly everyMs: number;
}

/** To the clients: answer once this many events have come to each; with `begin` count anew from here and note when each comes. */
export type Awaiting = { readonly each: number } | { readonly begin: 'timing' };

export interface Arrived {
  readonly bytes: number;
  /** Of each client, in the order of the events. */
  readonly arrivedAt: readonly (readonly number[])[];
}

/** The same clock in every process of this machine. */
export function readClockMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

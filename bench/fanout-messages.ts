// Messages between the processes of the fanout bench.

/** To the server: number of events, events per turn of the event loop (like one commit), and pace. */
export interface Sending {
  readonly events: number;
  readonly together: number;
  /** 0 sends on the next turn. */
  readonly everyMs: number;
}

/**
 * To the clients: answer once each has received this many events; `begin` restarts the count and records arrival times.
 */
export type Awaiting = { readonly each: number } | { readonly begin: 'timing' };

export interface Arrived {
  readonly bytes: number;
  /** Arrival times per client, in the order of the events. */
  readonly arrivedAt: readonly (readonly number[])[];
}

/** A clock that is the same in every process of this machine. */
export function readClockMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

// Messages between the soak bench and the process of its consoles.

/** To the consoles: open, each with its share of the shown runs. */
export interface Opening {
  readonly address: string;
  readonly token: string;
  readonly count: number;
  readonly runIds: readonly number[];
  readonly runsShown: number;
  /** Devices whose history is read. */
  readonly uids: readonly number[];
  /** Interval between two reads of one console. */
  readonly lookEveryMs: number;
}

export type ConsolesOrder = Opening | 'end';

/** All consoles are connected. */
export const OPEN = 'open';

/** Times when a console received the passage of a marker, on the clock that all processes share. */
export interface Hearing {
  readonly runId: number;
  readonly markers: number;
  readonly atMs: number;
}

/** From the consoles, when they stop. */
export interface ConsolesReport {
  readonly heartbeats: number;
  readonly hearings: readonly Hearing[];
  /** Milliseconds of every answered read. */
  readonly looks: readonly number[];
  readonly failedLooks: readonly string[];
  readonly disconnects: number;
}

// What the soak bench and the process of its consoles say to one another.

/** To the consoles: open, each with its own share of the runs in view. */
export interface Opening {
  readonly address: string;
  readonly token: string;
  readonly count: number;
  readonly runIds: readonly number[];
  readonly runsShown: number;
  /** Devices whose history is looked at. */
  readonly uids: readonly number[];
  /** Between two looks of one console. */
  readonly lookEveryMs: number;
}

export type ConsolesOrder = Opening | 'end';

/** All of them are in. */
export const OPEN = 'open';

/** When a console heard that a marker of a run was passed, on the clock of all processes. */
export interface Hearing {
  readonly runId: number;
  readonly markers: number;
  readonly atMs: number;
}

/** From the consoles, at their end. */
export interface ConsolesReport {
  readonly heartbeats: number;
  readonly hearings: readonly Hearing[];
  /** Milliseconds of every answered look. */
  readonly looks: readonly number[];
  readonly failedLooks: readonly string[];
  readonly disconnects: number;
}

// What the commands bench and the process of its devices say to one another.

/** To the devices: connect and listen, or stop. */
export type FleetOrder = { readonly port: number; readonly uids: readonly number[] } | 'end';

/** All of them listen. */
export const READY = 'ready';

/** To the bench: when the answer to this command was published, on the clock of all processes. */
export interface Answered {
  readonly id: number;
  readonly atMs: number;
}

export const passwordOf = (uid: number): string => `password of ${uid}`;

// Messages between the commands bench and the process of its devices.

/** To the devices: connect and subscribe, or stop. */
export type FleetOrder = { readonly port: number; readonly uids: readonly number[] } | 'end';

/** From the devices: all have subscribed. */
export const READY = 'ready';

/** To the bench: time when the answer to this command was published, on the clock that all processes share. */
export interface Answered {
  readonly id: number;
  readonly atMs: number;
}

export const passwordOf = (uid: number): string => `password of ${uid}`;

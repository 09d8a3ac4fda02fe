import { Slot } from '#/api/slot.ts';

// A viewer's list may be older than their permissions: a device that no run notifies them about can be neither selected
// nor shown.

/** null: any device. */
export const choosable = new Slot<ReadonlySet<number> | null>(null);

export const mayChoose = (uid: number): boolean => choosable.get()?.has(uid) ?? true;

import { deviceStore } from '../store/device-store.ts';
import { selectDevice } from '../store/selection.ts';
import { Slot } from '#/api/slot.ts';

// A viewer's list may be older than their permissions: a device that no run notifies them about can be neither selected
// nor shown.

/** null: any device. */
export const choosable = new Slot<ReadonlySet<number> | null>(null);

export const mayChoose = (uid: number): boolean => choosable.get()?.has(uid) ?? true;

/**
 * The list may be older than the user's permissions: a device that they may no longer see is neither selected nor
 * shown.
 */
export function chooseDevice(uid: number, onZoom: (uid: number) => void): void {
  if (!deviceStore.get(uid) || !mayChoose(uid)) return;
  selectDevice(uid);
  onZoom(uid);
}

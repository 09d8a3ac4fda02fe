import { mayChoose } from '../choosable.ts';
import { deviceStore } from '../store/device-store.ts';
import { selectDevice } from '../store/selection.ts';

/**
 * The list may be older than the user's permissions: a device that they may no longer see is neither selected nor
 * shown.
 */
export function chooseDevice(uid: number, onZoom: (uid: number) => void): void {
  if (!deviceStore.get(uid) || !mayChoose(uid)) return;
  selectDevice(uid);
  onZoom(uid);
}

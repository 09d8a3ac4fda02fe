import { mayChoose } from '../choosable.ts';
import { deviceStore } from '../store/device-store.ts';
import { selectDevice } from '../store/selection.ts';

/** The list may be older than what the user may see: what has left it is neither selected nor shown on the map. */
export function chooseDevice(uid: number, onZoom: (uid: number) => void): void {
  if (!deviceStore.get(uid) || !mayChoose(uid)) return;
  selectDevice(uid);
  onZoom(uid);
}

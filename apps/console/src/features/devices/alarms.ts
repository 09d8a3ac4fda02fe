import { deviceStore } from './store/device-store.ts';
import { onDeviceChosen } from './store/selection.ts';

// Passages of an active run that the user has not looked at. Announced through the store's change, so that layers listen once.

/** Whether a passage of a device at a time (as it travels) belongs to a run that the user follows. */
export type IsOfRun = (uid: number, passageTimeStamp: string) => boolean;

/** When the last passage was that came live and that the user has not looked at, by device. */
const unseen = new Map<number, string>();

let isOfRun: IsOfRun = () => false;

export function isAlarmed(uid: number): boolean {
  const at = unseen.get(uid);
  return at !== undefined && isOfRun(uid, at);
}

/** Devices know nothing of runs: who does says which passages count, again each time the runs change. */
export function limitAlarms(next: IsOfRun): void {
  const before = [...unseen.keys()].filter(isAlarmed);
  isOfRun = next;
  const changed = [...unseen.keys()].filter((uid) => isAlarmed(uid) !== before.includes(uid));
  if (changed.length > 0) deviceStore.announce(new Set(changed));
}

/** The user has looked at what these devices heard. */
export function acknowledgeAlarms(uids: readonly number[]): void {
  const seen = uids.filter((uid) => unseen.delete(uid));
  if (seen.length > 0) deviceStore.announce(new Set(seen));
}

// First of all listeners: importing this file is what gives them isAlarmed.
deviceStore.subscribe(({ passages, isListChanged }) => {
  for (const uid of passages) {
    const at = deviceStore.get(uid)?.lastPassage;
    if (typeof at === 'string') unseen.set(uid, at);
  }
  if (isListChanged) for (const uid of unseen.keys()) if (!deviceStore.get(uid)) unseen.delete(uid);
});

onDeviceChosen((uid) => acknowledgeAlarms([uid]));

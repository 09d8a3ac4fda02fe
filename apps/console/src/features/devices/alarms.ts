import { Slot } from '#/api/slot.ts';
import { deviceStore } from './store/device-store.ts';
import { onDeviceChosen } from './store/selection.ts';

// Passages of an active run that the user has not seen. Published through the store's change event, so that layers
// subscribe once.

/** Whether a passage of a device at a time (in wire format) belongs to a run that the user follows. */
export type IsOfRun = (uid: number, passageTimeStamp: string) => boolean;

/** The time of the last unseen live passage, by device. */
const unseen = new Map<number, string>();

const isOfRun = new Slot<IsOfRun>(() => false);

export function isAlarmed(uid: number): boolean {
  const at = unseen.get(uid);
  return at !== undefined && isOfRun.get()(uid, at);
}

/** This feature knows no runs: `tracking` sets which passages count, again on each change of the runs. */
export function limitAlarms(next: IsOfRun): void {
  const before = [...unseen.keys()].filter(isAlarmed);
  isOfRun.put(next);
  const changed = [...unseen.keys()].filter((uid) => isAlarmed(uid) !== before.includes(uid));
  if (changed.length > 0) deviceStore.announce(new Set(changed));
}

/** The user has seen the passages of these devices. */
export function acknowledgeAlarms(uids: readonly number[]): void {
  const seen = uids.filter((uid) => unseen.delete(uid));
  if (seen.length > 0) deviceStore.announce(new Set(seen));
}

// Subscribed on import, and so before the listeners of every file that imports isAlarmed.
deviceStore.subscribe(({ passages, isListChanged }) => {
  for (const uid of passages) {
    const at = deviceStore.get(uid)?.lastPassage;
    if (typeof at === 'string') unseen.set(uid, at);
  }
  if (isListChanged) for (const uid of unseen.keys()) if (!deviceStore.get(uid)) unseen.delete(uid);
});

onDeviceChosen((uid) => acknowledgeAlarms([uid]));

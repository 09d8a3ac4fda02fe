import { deviceStore } from './device-store.ts';
import { onDeviceChosen } from './selection.ts';

// Passages that nobody has looked at yet. Told through the store's change, so that whoever draws devices listens once.

const alarmed = new Set<number>();

export function isAlarmed(uid: number): boolean {
  return alarmed.has(uid);
}

// First of all listeners: importing this file is what gives them isAlarmed.
deviceStore.subscribe(({ passages, isListChanged }) => {
  for (const uid of passages) alarmed.add(uid);
  if (isListChanged) for (const uid of alarmed) if (!deviceStore.get(uid)) alarmed.delete(uid);
});

onDeviceChosen((uid) => {
  if (alarmed.delete(uid)) deviceStore.announce(new Set([uid]));
});

import { create } from 'zustand';

interface Selection {
  /** The selected device of panel, map and table. */
  readonly uid: number | null;
}

export const useSelection = create<Selection>()(() => ({ uid: null }));

type Chosen = (uid: number) => void;
const chosenListeners = new Set<Chosen>();

/** Notifies also if it is selected already: a user who chooses a device wants to see it. */
export function selectDevice(uid: number): void {
  useSelection.setState({ uid });
  for (const listener of chosenListeners) listener(uid);
}

export function clearSelection(): void {
  useSelection.setState({ uid: null });
}

/** Called each time a device is chosen; returns a function that unsubscribes. */
export function onDeviceChosen(listener: Chosen): () => void {
  chosenListeners.add(listener);
  return () => chosenListeners.delete(listener);
}

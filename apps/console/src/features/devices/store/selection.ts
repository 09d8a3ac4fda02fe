import { create } from 'zustand';

interface Selection {
  /** The device that panel, map and table show as selected. */
  readonly uid: number | null;
}

export const useSelection = create<Selection>()(() => ({ uid: null }));

type Chosen = (uid: number) => void;
const chosenListeners = new Set<Chosen>();

/** Also when it is selected already: whoever chooses a device wants to see it. */
export function selectDevice(uid: number): void {
  useSelection.setState({ uid });
  for (const listener of chosenListeners) listener(uid);
}

export function clearSelection(): void {
  useSelection.setState({ uid: null });
}

/** Called each time a device is chosen; answers how to stop. */
export function onDeviceChosen(listener: Chosen): () => void {
  chosenListeners.add(listener);
  return () => chosenListeners.delete(listener);
}

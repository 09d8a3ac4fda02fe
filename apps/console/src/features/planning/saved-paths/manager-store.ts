import { create } from 'zustand';

interface ManagerStore {
  readonly pathId: number | null;
  readonly isBackward: boolean;
}

/** What is chosen outlives the panel, which goes for the editor. */
export const useManager = create<ManagerStore>()(() => ({ pathId: null, isBackward: false }));

/** Which way the pig goes is asked anew for each path. */
export function selectPath(pathId: number | null): void {
  if (pathId !== useManager.getState().pathId) useManager.setState({ pathId, isBackward: false });
}

export function setBackward(isBackward: boolean): void {
  useManager.setState({ isBackward });
}

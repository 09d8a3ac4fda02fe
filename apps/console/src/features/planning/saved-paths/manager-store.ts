import { create } from 'zustand';

interface ManagerStore {
  readonly pathId: number | null;
  readonly isBackward: boolean;
}

/** The selection outlives the panel, which the editor replaces. */
export const useManager = create<ManagerStore>()(() => ({ pathId: null, isBackward: false }));

/** The direction is reset for each path. */
export function selectPath(pathId: number | null): void {
  if (pathId !== useManager.getState().pathId) useManager.setState({ pathId, isBackward: false });
}

export function setBackward(isBackward: boolean): void {
  useManager.setState({ isBackward });
}

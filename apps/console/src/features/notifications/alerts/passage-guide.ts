import { create } from 'zustand';

/** What runs know of a device that has heard something. */
export interface PassageGuide {
  /** "CLN-16-02 at AGM 07" */
  readonly words: string;
  /** Opens the place where the passage is decided; undefined: the user may not. */
  readonly open?: (() => void) | undefined;
}

interface Guides {
  readonly find: (uid: number) => PassageGuide | null;
}

/** Set by the runs, which these notices know nothing of. */
export const usePassageGuides = create<Guides>()(() => ({ find: () => null }));

import type { TrackedRun } from '../tracked-run.ts';

/** What every dialog of a run is given. */
export interface RunDialogProps {
  readonly isOpen: boolean;
  readonly tracked: TrackedRun;
  /** Why nothing can be saved now. */
  readonly blockedBecause: string | undefined;
  readonly onClose: () => void;
}

/** Under the title: which run it is about. */
export const nameRun = ({ run: { pig, path } }: TrackedRun): string => `${pig}, ${path.name}`;

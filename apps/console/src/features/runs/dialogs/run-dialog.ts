import type { TrackedRun } from '../tracked-run.ts';

/** The common properties of a run's dialogs. */
export interface RunDialogProps {
  readonly isOpen: boolean;
  readonly tracked: TrackedRun;
  /** Reason why nothing can be saved now. */
  readonly blockedBecause: string | undefined;
  readonly onClose: () => void;
}

/** The line under the title, which names the run. */
export const nameRun = ({ run: { pig, path } }: TrackedRun): string => `${pig}, ${path.name}`;

import { t } from '#/language/t.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { Warning } from '#/ui/state/Warning.tsx';
import { listUids, RUNS_UNKNOWN, titleHarm, type RunHarm } from './run-harm.view.ts';
import styles from './RunHarmDialog.module.css';

/** Names the active runs, and what would happen to them. */
export function RunHarmWarning({ harm: { runs, harms } }: { readonly harm: RunHarm }) {
  return (
    <div className={styles.harm}>
      {runs === null ? (
        <p>{RUNS_UNKNOWN}</p>
      ) : (
        <ul className={styles.runs} aria-label={t('Active runs')}>
          {runs.map(({ runId, name, uids }) => (
            <li key={runId}>
              <strong>{name}</strong>: {listUids(uids)}
            </li>
          ))}
        </ul>
      )}
      {harms.map((text) => (
        <Warning key={text}>{text}</Warning>
      ))}
    </div>
  );
}

interface RunHarmDialogProps {
  readonly isOpen: boolean;
  readonly harm: RunHarm;
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
}

/** The second question before commands that harm active runs. */
export function RunHarmDialog({ isOpen, harm, onConfirm, onClose }: RunHarmDialogProps) {
  return (
    <ConfirmDialog
      {...{ isOpen, onConfirm, onClose }}
      title={titleHarm(harm)}
      confirmLabel={t('Send all the same')}
      isDestructive
    >
      <RunHarmWarning harm={harm} />
    </ConfirmDialog>
  );
}

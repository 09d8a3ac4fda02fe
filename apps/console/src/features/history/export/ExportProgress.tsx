import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { describeProgress, findShare } from './csv-export.ts';
import styles from '../HistoryWindow.module.css';
import type { RunningExport } from './use-csv-export.ts';

/** The progress of the export, with a button to cancel it. */
export function ExportProgress({
  running: { lines, total },
  onCancel,
}: {
  readonly running: RunningExport;
  readonly onCancel: () => void;
}) {
  const words = describeProgress(lines, total);
  return (
    <div className={styles.export}>
      <progress className={styles.progress} value={findShare(lines, total)} aria-label={t('Export')} />
      <span>{words}</span>
      <Button size="tiny" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  );
}

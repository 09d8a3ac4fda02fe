import { Button } from '#/ui/button/Button.tsx';
import { countWords } from '#/ui/table/count-words.ts';
import { Pager } from '#/ui/table/Pager.tsx';
import { ExportProgress } from '#/features/history/export/ExportProgress.tsx';
import { HISTORY_PAGE_SIZE } from '#/features/history/table/history-order.ts';
import type { useCsvExport } from '#/features/history/export/use-csv-export.ts';
import styles from './ReportWindow.module.css';

interface ReportFootProps {
  /** Number of rows on all pages; null: no report is shown. */
  readonly count: number | null;
  readonly isLoading: boolean;
  readonly page: number;
  readonly hasNews: boolean;
  readonly exporting: ReturnType<typeof useCsvExport>;
  readonly onPage: (page: number) => void;
  readonly onReadAgain: () => void;
}

/** The number of rows, and buttons to the other pages. */
export function ReportFoot({ count, isLoading, page, hasNews, exporting, onPage, onReadAgain }: ReportFootProps) {
  return (
    <div className={styles.foot} role="group" aria-label="Rows of the report">
      <span role="status">{count === null ? isLoading && 'Loading report' : countWords(count, 'row')}</span>
      {hasNews && (
        <Button size="tiny" icon="retry" onClick={onReadAgain}>
          New rows
        </Button>
      )}
      {exporting.running && <ExportProgress running={exporting.running} onCancel={exporting.cancel} />}
      {count !== null && count > 0 && (
        <Pager page={page} pageSize={HISTORY_PAGE_SIZE} rowCount={count} onPage={onPage} />
      )}
    </div>
  );
}

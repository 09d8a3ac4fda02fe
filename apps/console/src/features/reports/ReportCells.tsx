import { TextOrTime } from '#/ui/clock/Time.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCanWrite } from '#/live/online-store.ts';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { openPassageWindow } from '#/features/devices/windows/device-windows.ts';
import { ChannelButtons, ScoreList, VerifiedMark, VerifyButton } from '#/features/history/passages/PassageMarks.tsx';
import { changeReport, refreshReport, setVerified, type ReportRow } from './report.data.ts';
import { kindOf, toListed, type ReportColumn, keyOf } from './report-row.view.ts';
import type { Report } from './report.ts';
import { REPORT_WINDOW } from './reports-store.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import styles from './ReportWindow.module.css';
import { useUnits } from '#/features/units/units.ts';
import { t } from '#/language/t.ts';

interface RowProps {
  readonly row: ReportRow;
}

/** P-010, P-007: the report manager is the source of edits, and next and previous move through its rows. */
function openChart(row: ReportRow, type?: 0 | 1 | 2): void {
  const listed = toListed(row);
  const how = {
    source: 'report_manager',
    listId: REPORT_WINDOW,
    besideId: REPORT_WINDOW,
    ...(type !== undefined && { type }),
  } as const;
  openPassageWindow({ uid: listed?.uid ?? null, passageId: listed?.passageId ?? null, ...how });
}

/** The time of a completed run is that of its line, wherever its device is now. */
function TimeCell({ row, report }: RowProps & { readonly report: Report }) {
  const of = report.by === 'run' ? { line: report.timeZone } : row.uId === null ? {} : { uid: row.uId };
  const time = <TextOrTime text={row.passageTimeStamp ?? ''} {...of} />;
  if (kindOf(row) !== 'recorded') return time;
  return (
    <button type="button" className={styles.time} title={t('Open chart')} onClick={() => openChart(row)}>
      {time}
    </button>
  );
}

interface DataCellProps extends RowProps {
  readonly onDelete: () => void;
}

/** The action on a manual passage. */
function ManualCell({ onDelete }: Pick<DataCellProps, 'onDelete'>) {
  const { canWrite, blockedBecause } = useCanWrite();
  const name = t('Delete manual passage');
  return (
    <span className={styles.manual}>
      {t('[manual passage]')}
      <IconButton
        icon="trash"
        isSmall
        label={name}
        title={blockedBecause ?? name}
        disabled={!canWrite}
        onClick={onDelete}
      />
    </span>
  );
}

function DataCell({ row, onDelete }: DataCellProps) {
  switch (kindOf(row)) {
    case 'recorded':
      return <ChannelButtons ids={row} onOpen={(type) => openChart(row, type)} />;
    case 'manual':
      return <ManualCell onDelete={onDelete} />;
    case 'none':
      return null;
  }
}

interface VerifyCellProps extends RowProps {
  readonly report: Report;
  readonly onRefused: (error: Error) => void;
}

function VerifyToggle({ report, row, onRefused }: VerifyCellProps) {
  const { mutate, isPending } = useVerification(report, row, onRefused);
  return <VerifyButton isVerified={row.isVerified} isPending={isPending} onToggle={() => mutate(!row.isVerified)} />;
}

/** A manual passage is always verified. */
function VerifyCell(props: VerifyCellProps) {
  switch (kindOf(props.row)) {
    case 'recorded':
      return (
        <span className={styles.toggle}>
          <VerifyToggle {...props} />
        </span>
      );
    case 'manual':
      return <VerifiedMark isVerified={props.row.isVerified} />;
    case 'none':
      return null;
  }
}

interface ReportCellProps extends VerifyCellProps, DataCellProps {
  readonly column: ReportColumn;
}

export function ReportCell({ column, onDelete, ...props }: ReportCellProps) {
  const { row } = props;
  const units = useUnits();
  switch (column.id) {
    case 'time':
      return <TimeCell row={row} report={props.report} />;
    case 'verified':
      return <VerifyCell {...props} />;
    case 'scores':
      return kindOf(row) === 'recorded' ? <ScoreList of={row} /> : null;
    case 'data':
      return <DataCell row={row} onDelete={onDelete} />;
    default:
      return column.text(row, units);
  }
}

/** Verifies a passage or takes it back, optimistically in its row; a refusal opens a dialog. */
function useVerification(report: Report, row: ReportRow, onRefused: (error: Error) => void) {
  const queryClient = useQueryClient();
  const key = keyOf(row);
  return useMutation({
    mutationFn: (isVerified: boolean) => setVerified(row, isVerified),
    meta: { isShownInPlace: true },
    onSuccess: (isVerified) => {
      changeReport(queryClient, report, (page) => ({
        ...page,
        rows: page.rows.map((one) => (keyOf(one) === key ? { ...one, isVerified } : one)),
      }));
      // In a run report this adds or removes the marker's own row.
      if (report.by === 'run') void refreshReport(queryClient, report);
      showSuccess(t('Success!'));
    },
    onError: onRefused,
  });
}

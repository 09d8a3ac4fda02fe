import { useQueryClient, useMutation, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { writeTimeText } from '@waymark/domain/time/zoned-text';
import { Say } from '#/language/Say.tsx';
import { t } from '#/language/t.ts';
import { TextOrTime, Time } from '#/ui/clock/Time.tsx';
import { useDeviceZone } from '#/ui/clock/zones.ts';
import { isLocated } from '@waymark/domain/device/location';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { useDeviceWindows, openPassageWindow } from '#/features/devices/windows/device-windows.ts';
import { useHistoryReloads, refreshHistory } from '#/features/devices/windows/history-reloads.ts';
import { passagesQuery, type PassageRow } from '../history.data.ts';
import { HistoryPane, type PaneParts } from '../HistoryPane.tsx';
import { hasRecord, PASSAGE_COLUMNS, listRecords } from './passages.view.ts';
import { RefusalDialog } from './RefusalDialog.tsx';
import { useCanWrite } from '#/live/online-store.ts';
import { markPlace } from '#/map/marks/place-mark.ts';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { RunInfoButton } from '#/features/passage-chart/run-info/RunInfoButton.tsx';
import type { HistoryColumn } from '../table/history-column.ts';
import { ChannelButtons, ScoreList, VerifiedMark, VerifyButton } from './PassageMarks.tsx';
import { callApi } from '#/api/client.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { takePassageUpdate } from './passage-update.ts';
import styles from './PassageCells.module.css';
import { useUnits } from '#/features/units/units.ts';

const openChart = ({ uid, passageId }: PassageRow, type?: 0 | 1 | 2) =>
  openPassageWindow({ uid, passageId, source: 'historic_data', ...(type !== undefined && { type }) });

interface DeleteDialogProps {
  readonly row: PassageRow | null;
  readonly onClose: () => void;
}

function DeleteDialog({ row, onClose }: DeleteDialogProps) {
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      isOpen={row !== null}
      title={t('Are you sure you want to delete this passage?')}
      confirmLabel={t('Delete')}
      isDestructive
      onConfirm={() => row && deletePassage(queryClient, row)}
      onClose={onClose}
    >
      {row && (
        <Say
          text="Detection Count {number} / {time}, with all its records."
          values={{ number: row.detectionCount, time: <Time of={row.passageTimeStamp} uid={row.uid} /> }}
        />
      )}
    </ConfirmDialog>
  );
}

/** The passage whose chart is open. */
function useChartedId(uid: number): number | undefined {
  return useDeviceWindows(({ open }) => {
    const found = open.find((shown) => shown.kind === 'passage' && shown.uid === uid);
    return found?.kind === 'passage' ? found.passageId : undefined;
  });
}

/** The passages of a device with charts, positions, and for admins verification. */
export function PassageTab({ isAdmin, ...pane }: PaneParts & { readonly isAdmin: boolean }) {
  const [refusal, setRefusal] = useState<Error | null>(null);
  const [doomed, setDoomed] = useState<PassageRow | null>(null);
  const chartedId = useChartedId(pane.uid);
  return (
    <>
      <HistoryPane
        {...pane}
        kind="passage"
        timeField="passageTimeStamp"
        columns={PASSAGE_COLUMNS}
        read={passagesQuery}
        keyOf={({ passageId }) => passageId}
        isCurrent={(row) => chartedId !== undefined && hasRecord(row, [chartedId])}
        renderCell={(column, row) => <PassageCell column={column} row={row} isAdmin={isAdmin} onRefused={setRefusal} />}
        renderActions={(row) => <RowActions row={row} onDelete={isAdmin ? () => setDoomed(row) : undefined} />}
        exportKind="Passage"
        reloads={useHistoryReloads(pane.uid)}
      />
      <RefusalDialog error={refusal} onDismiss={() => setRefusal(null)} />
      <DeleteDialog row={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}

interface RowProps {
  readonly row: PassageRow;
}

/** Opens the chart. */
function TimeCell({ row }: RowProps) {
  return (
    <button type="button" className={styles.time} title={t('Open chart')} onClick={() => openChart(row)}>
      <Time of={row.passageTimeStamp} uid={row.uid} />
    </button>
  );
}

interface VerifyCellProps extends RowProps {
  readonly onRefused: (error: Error) => void;
}

function VerifyCell({ row, onRefused }: VerifyCellProps) {
  const { mutate, isPending } = useVerification(row, onRefused);
  return <VerifyButton isVerified={row.isVerified} isPending={isPending} onToggle={() => mutate(!row.isVerified)} />;
}

interface PassageCellProps extends VerifyCellProps {
  readonly column: HistoryColumn<PassageRow>;
  readonly isAdmin: boolean;
}

function PassageCell({ column, row, isAdmin, onRefused }: PassageCellProps) {
  const units = useUnits();
  switch (column.id) {
    case 'passageTimeStamp':
      return <TimeCell row={row} />;
    case 'scores':
      return <ScoreList of={row} />;
    case 'isVerified':
      return isAdmin ? <VerifyCell row={row} onRefused={onRefused} /> : <VerifiedMark isVerified={row.isVerified} />;
    case 'data':
      return <ChannelButtons ids={row} onOpen={(type) => openChart(row, type)} />;
    default:
      return <TextOrTime text={column.text(row, units)} uid={row.uid} />;
  }
}

interface RowActionsProps extends RowProps {
  /** For users who may delete the passage and assign it to another run. */
  readonly onDelete: (() => void) | undefined;
}

function RowActions({ row, onDelete }: RowActionsProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const { passageTimeStamp: at, lat, lon } = row;
  const zone = useDeviceZone(row.uid);
  const place = { lat, lon };
  return (
    <span className={styles.acts}>
      <IconButton
        icon="place"
        isSmall
        label={t('Show location')}
        title={isLocated(place) ? t('Show location') : t('This passage has no location')}
        disabled={!isLocated(place)}
        onClick={() =>
          isLocated(place) &&
          markPlace({ lat: place.lat, lon: place.lon, words: t('Passage {time}', { time: writeTimeText(at, zone) }) })
        }
      />
      {onDelete && <RunInfoButton row={row} isIcon />}
      {onDelete && (
        <IconButton
          icon="trash"
          isSmall
          label={t('Delete passage')}
          title={blockedBecause ?? t('Delete passage')}
          disabled={!canWrite}
          onClick={onDelete}
        />
      )}
    </span>
  );
}

/** Applied here at once, because the hub's event may arrive later. */
function tell(queryClient: QueryClient, row: PassageRow, passage: PassageRow | null): void {
  const passageIds = listRecords(row).map(({ passageId }) => passageId);
  if (takePassageUpdate(queryClient, { uid: row.uid, passageIds, passage }))
    void refreshHistory(queryClient, 'passage', row.uid);
}

/** Verifies a passage or takes it back; a refusal opens a dialog. */
function useVerification(row: PassageRow, onRefused: (error: Error) => void) {
  const queryClient = useQueryClient();
  const { uid, passageId } = row;
  return useMutation({
    mutationFn: (isVerified: boolean) =>
      callApi('GET /apexagm/verifyPassage/:uid/:passageId/:flag', {
        params: { uid, passageId, flag: isVerified ? 'true' : 'false' },
      }),
    meta: { isShownInPlace: true },
    onSuccess: (isVerified) => {
      tell(queryClient, row, { ...row, isVerified });
      showSuccess(t('Success!'));
    },
    onError: onRefused,
  });
}

/** Deletes a passage with all its records. */
async function deletePassage(queryClient: QueryClient, row: PassageRow): Promise<void> {
  await callApi('DELETE /apexagm/passage/:uid/:passageId', { params: { uid: row.uid, passageId: row.passageId } });
  tell(queryClient, row, null);
}

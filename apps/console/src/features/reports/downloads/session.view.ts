import { UTC, type Zone } from '@waymark/domain/time/zone';
import { writeUtcText } from '@waymark/domain/time/zoned-text';
import type { DownloadRow } from '#/features/downloads/downloads.data.ts';
import { formatCount } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
import type { DownloadSession } from './session.data.ts';

const isComplete = ({ downloadState }: Pick<DownloadRow, 'downloadState'>) => downloadState === 'DC';

const listUids = (rows: readonly DownloadRow[]) => [...new Set(rows.map(({ uId }) => uId))];

/** "2 of 14 AGMs complete"; over satellite a device may have several rows. */
export function describeComplete(rows: readonly DownloadRow[]): string {
  const [all, unfinished] = [listUids(rows), listUids(rows.filter((row) => !isComplete(row)))];
  return t('{number} of {count} AGM complete|{number} of {count} AGMs complete', {
    number: formatCount(all.length - unfinished.length),
    count: all.length,
  });
}

/** The same, with the time of its end. */
export function describeSession(
  { endedDate, downloadRecordedPassageDataSessionRequestList: rows }: DownloadSession,
  zone: Zone = UTC,
): string {
  return endedDate === null
    ? describeComplete(rows)
    : t('Ended at {time}, {progress}', { time: writeUtcText(endedDate, zone), progress: describeComplete(rows) });
}

/** The progress of all rows from 0 to 1, each with the same weight. */
export function findSessionShare(rows: readonly DownloadRow[]): number {
  const shares = rows.map((row) =>
    isComplete(row)
      ? 1
      : row.packetsTotal === null || row.packetsTotal === 0
        ? 0
        : Math.min(row.packetsReceived / row.packetsTotal, 1),
  );
  return rows.length === 0 ? 1 : shares.reduce((sum, share) => sum + share, 0) / rows.length;
}

/** "1,204 packets" */
export function describeReceived(rows: readonly DownloadRow[]): string {
  return t('{count} packet|{count} packets', {
    count: rows.reduce((sum, { packetsReceived }) => sum + packetsReceived, 0),
  });
}

/** Something is missing that can be requested again. */
export const canResume = ({
  endedDate,
  downloadRecordedPassageDataSessionRequestList: rows,
}: DownloadSession): boolean => endedDate === null && !rows.every(isComplete);

/** Rows are newer than the rest of the detail: when all are complete, or one has a note, the session may have ended. */
export function isDetailOld({
  endedDate,
  downloadRecordedPassageDataSessionRequestList: rows,
}: DownloadSession): boolean {
  return endedDate === null && rows.every((row) => isComplete(row) || row.note !== null);
}

/** Sorted by uid; a device has one row per command. */
export function sortRows(rows: readonly DownloadRow[]): readonly DownloadRow[] {
  return rows.toSorted((one, other) => one.uId - other.uId || one.cId - other.cId);
}

/** The server's note; else why a device has not accepted its command. */
export function describeNote(
  { downloadState, note }: Pick<DownloadRow, 'downloadState' | 'note'>,
  wait: string | null,
): string | null {
  if (note !== null || downloadState !== 'QC' || wait === null) return note;
  return t('The AGM is {state}.', { state: wait });
}

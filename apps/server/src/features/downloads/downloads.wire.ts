import type { DownloadedFile, DownloadRow } from '@waymark/contract/downloads/download-row';
import { formatUtcDatabase, formatUtcMillisecond, formatUtcSecond } from '@waymark/domain/time/utc';
import type { Selectable } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

type Stored = Selectable<Tables['downloads']>;
/** A download with the end of its session. */
export type DownloadFound = Stored & { readonly ended_at: Date | null };

const writeSecond = (at: Date | null) => at && formatUtcSecond(at.getTime());

const count = (number: number, things: string) => `${number} ${number === 1 ? things.replace(/s$/, '') : things}`;

function describeMissing({
  total,
  received,
  asks,
  is_wanted: isWanted,
  due_at: dueAt,
  is_satellite: isSatellite,
}: DownloadFound): string | null {
  if (isSatellite || (asks === 0 && !isWanted)) return null;
  const missing = total === null ? 'Nothing has come' : `${count(total - received, 'packets')} missing`;
  return isWanted || dueAt !== null
    ? `${missing}; the device is asked again.`
    : `${missing}, though the device was asked again.`;
}

function describeProgress(row: DownloadFound): string | null {
  if (row.state === 'DC') return null;
  if (row.refusal !== null) return row.refusal;
  return row.ended_at === null ? describeMissing(row) : 'The session has ended.';
}

/** The note for users beside the figures. */
function writeNote(row: DownloadFound): string | null {
  const faults = row.faulty === 0 ? null : `${count(row.faulty, 'recorded passages')} could not be read.`;
  const parts = [describeProgress(row), faults].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' ');
}

export function writeRow(row: DownloadFound): DownloadRow {
  return {
    uId: row.uid,
    downloadState: row.state,
    packetsReceived: row.received,
    latestPassageTimeStamp: row.latest_passage_at && formatUtcMillisecond(row.latest_passage_at.getTime()),
    downloadCompleteTimeStamp: writeSecond(row.completed_at),
    cId: row.command_id,
    packetsTotal: row.total,
    note: writeNote(row),
  };
}

export function writeFile(row: Stored): DownloadedFile {
  return {
    cId: row.command_id,
    uId: row.uid,
    kind: row.kind,
    downloadState: row.state,
    startDate: formatUtcSecond(row.start_at.getTime()),
    endDate: formatUtcSecond(row.end_at.getTime()),
    createdDate: formatUtcDatabase(row.created_at.getTime()),
    name: row.user_name,
    packetsReceived: row.received,
    packetsTotal: row.total,
    bytes: row.bytes,
    sha256: row.sha256,
    downloadCompleteTimeStamp: writeSecond(row.completed_at),
  };
}

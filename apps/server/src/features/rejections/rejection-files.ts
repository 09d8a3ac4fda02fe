import { describeRejection, REJECTION_LINKS } from '@waymark/domain/device/rejection';
import type { Uid } from '@waymark/domain/ids';
import { disarmFormula } from '@waymark/domain/report/formula';
import type { Reader } from '../../platform/database/database.ts';
import { streamCsv } from '../../platform/csv/stream-csv.ts';
import { listDeviceErrors, type DeviceError, type ErrorFilter } from './device-errors.queries.ts';
import { readPages } from './newest-first.ts';
import { listRejectionsWithBytes, type Rejection, type RejectionFilter } from './rejections.queries.ts';

const REJECTION_HEADINGS = [
  'last_utc',
  'first_utc',
  'count',
  'uid',
  'company_id',
  'link',
  'reason',
  'why',
  'advice',
  'detail',
  'sender',
  'topic',
  'size_bytes',
  'bytes_hex',
];

function writeRejection(row: Rejection & { readonly hex: string }): readonly unknown[] {
  const { why, advice } = describeRejection(row.reason);
  const who = [row.lastAt, row.firstAt, row.count, row.uid, row.groupId, REJECTION_LINKS[row.link]];
  return [...who, row.reason, why, advice, row.detail, row.sender, row.topic, row.size, row.hex];
}

export function writeRejectionFile(reader: Reader, filter: RejectionFilter): AsyncIterable<string> {
  return streamCsv(
    { headings: REJECTION_HEADINGS, writeCells: writeRejection, disarm: disarmFormula },
    readPages((page) => listRejectionsWithBytes(reader, { ...filter, ...page })),
  );
}

const ERROR_HEADINGS = ['time_utc', 'received_utc', 'uid', 'company_id', 'code', 'detail'];
const writeError = (row: DeviceError) => [row.at, row.receivedAt, row.uid, row.groupId, row.code, row.detail];

export function writeErrorFile(reader: Reader, filter: ErrorFilter): AsyncIterable<string> {
  return streamCsv(
    { headings: ERROR_HEADINGS, writeCells: writeError, disarm: disarmFormula },
    readPages((page) => listDeviceErrors(reader, { ...filter, ...page })),
  );
}

/** Names a file by its device, if it has one, its content and the day. */
export function nameFile(what: 'rejected-messages' | 'device-errors', uid: Uid | undefined, now: number): string {
  return `${uid === undefined ? '' : `${uid}-`}${what}-${new Date(now).toISOString().slice(0, 10)}.csv`;
}

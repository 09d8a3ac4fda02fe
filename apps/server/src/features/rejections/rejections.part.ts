import type { Context } from '../../platform/part.ts';
import type { Routes } from '@waymark/contract/routes/index';
import { describeRejection, REJECTION_LINKS } from '@waymark/domain/device/rejection';
import type { Uid } from '@waymark/domain/ids';
import { disarmFormula } from '@waymark/domain/report/formula';
import type { Database, Reader } from '../../platform/database/database.ts';
import { sendAttachment } from '../../platform/http/attachment.ts';
import { scopeOfCall, type SignedInCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';
import type { Log } from '../../platform/log.ts';
import { listDeviceErrors, type DeviceError, type ErrorFilter } from './device-errors.queries.ts';
import {
  listRejections,
  readRejection,
  listRejectionsWithBytes,
  type Rejection,
  type RejectionFilter,
} from './rejections.queries.ts';
import { streamCsv } from '../../platform/csv/stream-csv.ts';
import { readPages } from './newest-first.ts';

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

const ERROR_HEADINGS = ['time_utc', 'received_utc', 'uid', 'company_id', 'code', 'detail'];

const writeError = (row: DeviceError) => [row.at, row.receivedAt, row.uid, row.groupId, row.code, row.detail];

interface RejectionParts {
  readonly database: Database;
  readonly log: Log;
  /** UTC milliseconds. */
  readonly now: () => number;
}

function createRejectionsHandlers({ database, log, now }: RejectionParts): Handlers<Routes['rejections']> {
  const open = (call: SignedInCall) => database.read(scopeOfCall(call));
  return {
    listRejections: ({ query }, call) => listRejections(open(call), query),
    readRejection: async ({ params }, call) => {
      const found = await readRejection(open(call), params.id);
      if (!found) throw problem('rejection-not-found');
      return found;
    },
    exportRejections: ({ query }, call) => {
      const name = nameFile('rejected-messages', query.uid, now());
      return sendAttachment(call, log, name, writeRejectionFile(open(call), query));
    },
    listDeviceErrors: ({ query }, call) => listDeviceErrors(open(call), query),
    exportDeviceErrors: ({ query }, call) => {
      const name = nameFile('device-errors', query.uid, now());
      return sendAttachment(call, log, name, writeErrorFile(open(call), query));
    },
  };
}

function writeRejection(row: Rejection & { readonly hex: string }): readonly unknown[] {
  const { why, advice } = describeRejection(row.reason);
  const who = [row.lastAt, row.firstAt, row.count, row.uid, row.groupId, REJECTION_LINKS[row.link]];
  return [...who, row.reason, why, advice, row.detail, row.sender, row.topic, row.size, row.hex];
}

function writeRejectionFile(reader: Reader, filter: RejectionFilter): AsyncIterable<string> {
  return streamCsv(
    { headings: REJECTION_HEADINGS, writeCells: writeRejection, disarm: disarmFormula },
    readPages((page) => listRejectionsWithBytes(reader, { ...filter, ...page })),
  );
}

function writeErrorFile(reader: Reader, filter: ErrorFilter): AsyncIterable<string> {
  return streamCsv(
    { headings: ERROR_HEADINGS, writeCells: writeError, disarm: disarmFormula },
    readPages((page) => listDeviceErrors(reader, { ...filter, ...page })),
  );
}

/** Names a file by its device, if it has one, its content and the day. */
function nameFile(what: 'rejected-messages' | 'device-errors', uid: Uid | undefined, now: number): string {
  return `${uid === undefined ? '' : `${uid}-`}${what}-${new Date(now).toISOString().slice(0, 10)}.csv`;
}

export const createRejectionsPart = ({ database, log }: Context) => ({
  handlers: { rejections: createRejectionsHandlers({ database, log, now: Date.now }) },
});

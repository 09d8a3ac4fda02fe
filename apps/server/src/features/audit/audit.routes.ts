import type { Routes } from '@waymark/contract/routes/index';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Database, Reader } from '../../platform/database/database.ts';
import { originOf, scopeOfCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { listAudit, type AuditFilter, type AuditEntry } from './audit.queries.ts';
import { listErrors } from './error-log.queries.ts';
import { disarmFormula } from '@waymark/domain/report/formula';
import { stringify, type Options } from 'csv-stringify/sync';

/** The row limit of one file: a longer answer would occupy the server for too long. */
export const MOST_ROWS = 50_000;
/** The export reads in parts, so that the server handles other work between them. */
const ROWS_A_PART = 500;

const COLUMNS = [
  'time_utc',
  'user_id',
  'user',
  'company_id',
  'address',
  'request_id',
  'action',
  'object_type',
  'object_id',
  'object',
  'before',
  'after',
];

const FORM: Options = { record_delimiter: 'windows', columns: COLUMNS };

/** Users choose names and texts: a spreadsheet must not run them as formulas. */
const disarm = (cell: unknown): unknown => (typeof cell === 'string' ? disarmFormula(cell) : cell);

const writeValue = (value: unknown) => (value === null ? null : JSON.stringify(value));

function toCells(entry: AuditEntry) {
  return [
    entry.at,
    entry.userId,
    entry.userName,
    entry.groupId,
    entry.address,
    entry.requestId,
    entry.action,
    entry.objectType,
    entry.objectId,
    entry.objectName,
    writeValue(entry.before),
    writeValue(entry.after),
  ];
}

/** The newest entries that match the filter, as CSV with a byte order mark, by which spreadsheets detect UTF-8. */
async function writeAuditCsv(
  reader: Reader,
  filter: AuditFilter,
): Promise<{ readonly csv: string; readonly rows: number }> {
  const parts = [stringify([], { ...FORM, header: true, bom: true })];
  let rows = 0;
  let before: number | undefined;
  do {
    const page = await listAudit(reader, { ...filter, before, rowsPerPage: Math.min(ROWS_A_PART, MOST_ROWS - rows) });
    parts.push(
      stringify(
        page.entries.map((entry) => toCells(entry).map(disarm)),
        FORM,
      ),
    );
    rows += page.entries.length;
    before = page.hasMore ? page.entries.at(-1)?.id : undefined;
  } while (before !== undefined && rows < MOST_ROWS);
  return { csv: parts.join(''), rows };
}

const writeDate = (at: number | undefined) => (at === undefined ? undefined : formatUtcSecond(at));

function describeFilter({ startDate, endDate, ...rest }: AuditFilter) {
  return { ...rest, startDate: writeDate(startDate), endDate: writeDate(endDate) };
}

export function createAuditHandlers(database: Database): Handlers<Routes['audit']> {
  return {
    listAudit: ({ query }, call) => listAudit(database.read(scopeOfCall(call)), query),
    exportAudit: async ({ query: filter }, call) => {
      const { csv, rows } = await writeAuditCsv(database.read(scopeOfCall(call)), filter);
      const groupId = call.actor.groupId ?? filter.groupId ?? null;
      await database.change(originOf(call), (change) =>
        change.audit({
          action: 'audit-exported',
          objectType: 'audit',
          objectId: groupId ?? 'all',
          groupId,
          after: { ...describeFilter(filter), rows },
        }),
      );
      call.setHeader(
        'content-disposition',
        `attachment; filename="audit_${new Date().toISOString().slice(0, 10)}.csv"`,
      );
      return csv;
    },
    listErrors: ({ query }, call) => listErrors(database.read(scopeOfCall(call)), query),
  };
}

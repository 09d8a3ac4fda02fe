import type { Routes } from '@waymark/contract/routes/index';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Database } from '../../platform/database/database.ts';
import { originOf, scopeOfCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { writeAuditCsv } from './audit-export.ts';
import { listAudit, type AuditFilter } from './audit.queries.ts';
import { listErrors } from './error-log.queries.ts';

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

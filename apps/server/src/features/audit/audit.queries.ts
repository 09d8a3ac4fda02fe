import type { RouteInput, RouteReply } from '@waymark/contract/route';
import type { auditRoutes } from '@waymark/contract/routes/audit';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql, type Expression, type Selectable, type SqlBool } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { isByPerson } from './audit-person.queries.ts';
import { cutPage, isBefore, isWithin } from './newest-first.ts';

type AuditPage = RouteReply<typeof auditRoutes.listAudit>;
export type AuditEntry = AuditPage['entries'][number];
export type AuditFilter = RouteInput<typeof auditRoutes.exportAudit>['query'];
type AuditRow = Selectable<Tables['audit']>;
type AuditQuery = RouteInput<typeof auditRoutes.listAudit>['query'];

async function listConditions(reader: Reader, filter: AuditFilter): Promise<Expression<SqlBool>[]> {
  return [...isWithin(filter), ...(filter.person === undefined ? [] : [await isByPerson(reader, filter.person)])];
}

const NAMED_BY = {
  user: { table: 'users', company: 'users.group_id', name: sql<string>`name` },
  group: { table: 'groups', company: 'groups.id', name: sql<string>`name` },
  run: { table: 'pig_runs', company: 'pig_runs.group_id', name: sql<string>`path ->> 'name' || ' (' || pig || ')'` },
  path: { table: 'pig_paths', company: 'pig_paths.group_id', name: sql<string>`name` },
} as const;

/** The current names of the objects of one type in these rows; of types without names none. */
async function listNames(reader: Reader, type: string, rows: readonly AuditRow[]): Promise<Map<string, string>> {
  if (!(type in NAMED_BY)) return new Map();
  const { table, company, name } = NAMED_BY[type as keyof typeof NAMED_BY];
  const ids = [...new Set(rows.map((row) => Number(row.object_id)))];
  const { rows: found } = await sql<{ id: string; name: string }>`select id::text, ${name} as name
    from ${sql.table(table)} where id = any(${ids}::bigint[]) and ${inCompany(reader.scope, company)}`.execute(
    reader.db,
  );
  return new Map(found.map(({ id, name: known }) => [id, known]));
}

/** Adds the names of users, companies, runs and paths, because readers do not know their ids. */
async function nameObjects(reader: Reader, rows: readonly AuditRow[]): Promise<(row: AuditRow) => string | null> {
  const names = new Map<string, Map<string, string>>();
  for (const [type, ofType] of Map.groupBy(rows, (row) => row.object_type)) {
    names.set(type, await listNames(reader, type, ofType));
  }
  return (row) => names.get(row.object_type)?.get(row.object_id) ?? null;
}

/** A page of the audit trail, newest first; the cost does not grow with the length of the trail. */
export async function listAudit(reader: Reader, query: AuditQuery): Promise<AuditPage> {
  const { objectType, objectId, action, groupId } = query;
  const conditions = [
    ...(await listConditions(reader, query)),
    ...isBefore('audit', query.before, inCompany(reader.scope, 'audit.group_id')),
  ];
  const rows = await reader.db
    .selectFrom('audit')
    .selectAll()
    .where(inCompany(reader.scope, 'audit.group_id'))
    .where((eb) => eb.and(conditions))
    .$if(groupId !== undefined, (select) => select.where('group_id', '=', groupId ?? null))
    .$if(objectType !== undefined, (select) => select.where('object_type', '=', objectType ?? ''))
    .$if(objectId !== undefined, (select) => select.where('object_id', '=', objectId ?? ''))
    .$if(action !== undefined, (select) => select.where('action', '=', action ?? ''))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.rowsPerPage + 1)
    .execute();
  const { entries, hasMore } = cutPage(rows, query.rowsPerPage);
  const nameOf = await nameObjects(reader, entries);
  return { entries: entries.map((row) => writeEntry(row, nameOf(row))), hasMore };
}

function writeEntry(row: AuditRow, objectName: string | null): AuditEntry {
  return {
    id: row.id,
    at: formatUtcSecond(row.at.getTime()),
    userId: row.user_id,
    userName: row.user_name,
    groupId: row.group_id,
    address: row.address,
    requestId: row.request_id,
    action: row.action,
    objectType: row.object_type,
    objectId: row.object_id,
    objectName,
    before: row.before,
    after: row.after,
  };
}

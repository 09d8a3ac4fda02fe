import type { RouteInput, RouteReply } from '@waymark/contract/route';
import type { auditRoutes } from '@waymark/contract/routes/audit';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Expression, Selectable, SqlBool } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { isByPerson } from './audit-person.queries.ts';
import { cutPage, isBefore, isWithin } from './newest-first.ts';

type AuditPage = RouteReply<typeof auditRoutes.listAudit>;
export type AuditEntry = AuditPage['entries'][number];
export type AuditFilter = RouteInput<typeof auditRoutes.exportAudit>['query'];
type AuditQuery = RouteInput<typeof auditRoutes.listAudit>['query'];

async function listConditions(reader: Reader, filter: AuditFilter): Promise<Expression<SqlBool>[]> {
  return [...isWithin(filter), ...(filter.person === undefined ? [] : [await isByPerson(reader, filter.person)])];
}

async function listNames(
  reader: Reader,
  table: 'users' | 'groups',
  ids: readonly number[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.db
    .selectFrom(table)
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where(inCompany(reader.scope, table === 'users' ? 'users.group_id' : 'groups.id'))
    .execute();
  return new Map(rows.map(({ id, name }) => [String(id), name]));
}

type AuditRow = Selectable<Tables['audit']>;

/** Adds the names of users and companies, because readers do not know their ids. */
async function nameObjects(reader: Reader, rows: readonly AuditRow[]): Promise<(row: AuditRow) => string | null> {
  const idsOf = (type: string) => [
    ...new Set(rows.filter((row) => row.object_type === type).map((row) => Number(row.object_id))),
  ];
  const names: Readonly<Record<string, Map<string, string>>> = {
    user: await listNames(reader, 'users', idsOf('user')),
    group: await listNames(reader, 'groups', idsOf('group')),
  };
  return (row) => names[row.object_type]?.get(row.object_id) ?? null;
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

import type { Uid } from '@waymark/domain/ids';
import { sql, type Expression, type SqlBool } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import { visibleDevices } from '../../platform/access/device-access.ts';

/** A node that has been silent for so long is taken for dead. */
export const SILENT_NODE_S = 30;

function isAlive(): Expression<SqlBool> {
  return sql<SqlBool>`stream_listeners.seen_at > now() - make_interval(secs => ${SILENT_NODE_S})`;
}

/** The devices of these that have listeners on any node. */
export async function listHeardUids(reader: Reader, uids: readonly Uid[]): Promise<ReadonlySet<number>> {
  if (uids.length === 0) return new Set();
  const rows = await reader.db
    .selectFrom('stream_listeners')
    .select('uid')
    .where('uid', 'in', uids)
    .where(inCompany(reader.scope, 'stream_listeners.group_id'))
    .where(isAlive())
    .execute();
  return new Set(rows.map(({ uid }) => uid));
}

/** The devices that consoles of other nodes listen to. */
export async function listUidsHeardElsewhere(reader: Reader, nodeId: string): Promise<ReadonlySet<number>> {
  const rows = await reader.db
    .selectFrom('stream_listeners')
    .select('uid')
    .where('node_id', '!=', nodeId)
    .where(inCompany(reader.scope, 'stream_listeners.group_id'))
    .where(isAlive())
    .execute();
  return new Set(rows.map(({ uid }) => uid));
}

/** Whether any node, alive or not, has listeners. */
export async function hasListeners({ db, scope }: Reader): Promise<boolean> {
  const any = await db
    .selectFrom('stream_listeners')
    .select('uid')
    .where(inCompany(scope, 'stream_listeners.group_id'))
    .limit(1)
    .executeTakeFirst();
  return any !== undefined;
}

/** The devices of these that the scope sees. */
export async function listVisibleUids(reader: Reader, uids: readonly Uid[]): Promise<ReadonlySet<number>> {
  const rows = await reader.db
    .selectFrom('devices')
    .select('devices.uid')
    .where(sql<SqlBool>`devices.uid = any(${writeArray(uids)}::bigint[])`)
    .where(visibleDevices(reader.scope))
    .execute();
  return new Set(rows.map(({ uid }) => uid));
}

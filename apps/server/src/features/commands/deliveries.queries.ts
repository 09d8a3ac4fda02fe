import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { LINK } from './deliveries.store.ts';

// Queries of the delivery loop before it changes anything.

/** The devices of the list with commands pending or in flight; null: all devices with pending commands. */
export async function listWaitingUids(reader: Reader, uids: readonly number[] | null): Promise<number[]> {
  const { rows } = await sql<{ uid: number }>`select distinct uid from commands
    where ${uids === null ? sql`state = 'queued'` : sql`state in ('queued', 'sent') and uid = any(${writeArray(uids)}::bigint[])`}
      and ${inCompany(reader.scope, 'commands.group_id')}`.execute(reader.db);
  return rows.map(({ uid }) => uid);
}

/** Whether commands are due to be sent again or have expired. */
export async function findDue(
  reader: Reader,
  now: number,
): Promise<{ readonly isDue: boolean; readonly isExpired: boolean }> {
  const at = new Date(now);
  const { rows } = await sql<{ is_due: boolean; is_expired: boolean }>`select
    exists(select from commands where state in ('queued', 'sent') and due_at <= ${at} and link = ${LINK.cellular}) as is_due,
    exists(select from commands where state in ('queued', 'sent') and expires_at <= ${at}) as is_expired`.execute(
    reader.db,
  );
  return { isDue: rows[0]?.is_due === true, isExpired: rows[0]?.is_expired === true };
}

/** Commands without an answer, the longest waiting first. */
export async function listUnanswered(reader: Reader, now: number, limit: number) {
  return reader.db
    .selectFrom('commands')
    .select(['id', 'uid', 'tries', 'due_at'])
    .where('state', '=', 'sent')
    .where('link', '=', LINK.cellular)
    .where('due_at', '<=', new Date(now))
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/** The devices that are connected by their last status. */
export async function listConnected(reader: Reader, uids: readonly number[]): Promise<number[]> {
  if (uids.length === 0) return [];
  const { rows } = await sql<{ uid: number }>`select uid from device_states
    where uid = any(${writeArray(uids)}::bigint[]) and is_connected and not is_iridium`.execute(reader.db);
  return rows.map(({ uid }) => uid);
}

/** Counts the commands that no device has accepted, by state. */
export async function countListedCommands(reader: Reader): Promise<Record<'queued' | 'sent' | 'rejected', number>> {
  const { rows } = await sql<{
    state: 'queued' | 'sent' | 'rejected';
    count: number;
  }>`select state, count(*) as count from commands
    where state in ('queued', 'sent', 'rejected') and ${inCompany(reader.scope, 'commands.group_id')} group by state`.execute(
    reader.db,
  );
  const counted = Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  return { queued: 0, sent: 0, rejected: 0, ...counted };
}

import { listTypesOfLink } from '@waymark/commands/commands';
import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { recordEnds, recordSteps } from './command-steps.store.ts';
import type { CommandRow } from './commands.wire.ts';

// Claims commands for sending. A device gets its commands one at a time and in order; a command that the current
// link does not carry waits without blocking those behind it.

export const LINK = { cellular: 0, iridium: 2 } as const;
export type CommandLink = keyof typeof LINK;

interface Claim {
  readonly uids: readonly number[];
  readonly link: CommandLink;
  readonly now: number;
  /** UTC milliseconds of the next attempt, unless the device answers before. */
  readonly dueAt: number;
}

/** Claims the next command of each device and marks it as sent; none for a device with a command in flight. */
export async function claimNext(change: Change, { uids, link, now, dueAt }: Claim): Promise<CommandRow[]> {
  if (uids.length === 0) return [];
  // Use an array: the planner underestimates the pending commands and would choose a nested loop for a join.
  const { rows } = await sql<CommandRow>`
    update commands c set state = 'sent', state_at = ${new Date(now)}, link = ${LINK[link]}, attempts = c.attempts + 1,
      tries = 1, due_at = ${new Date(dueAt)}, note = null
    where c.state = 'queued' and c.id = any(array(
      select first.id from unnest(${writeArray(uids)}::bigint[]) as wanted (uid)
      cross join lateral (
        select q.id, q.due_at from commands q
        where q.uid = wanted.uid and q.state = 'queued' and q.type = any(${listTypesOfLink(link)}::text[])
          and (q.expires_at is null or q.expires_at > ${new Date(now)})
          and not exists (select from commands s where s.uid = wanted.uid and s.state = 'sent')
        order by q.id limit 1) first
      where first.due_at is null or first.due_at <= ${new Date(now)}))
    returning c.*`.execute(change.db);
  await recordSteps(change, rows, { detail: link });
  return rows;
}

/** Claims unanswered commands for sending again. */
export async function claimAgain(
  change: Change,
  ids: readonly number[],
  { now, dueAt }: Pick<Claim, 'now' | 'dueAt'>,
): Promise<CommandRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CommandRow>`
    update commands set attempts = attempts + 1, tries = tries + 1, due_at = ${new Date(dueAt)}
    where id = any(${writeArray(ids)}::bigint[]) and state = 'sent' and (due_at is null or due_at <= ${new Date(now)})
      and (expires_at is null or expires_at > ${new Date(now)})
    returning *`.execute(change.db);
  await recordSteps(change, rows, { at: new Date(now), detail: 'again' });
  return rows;
}

/** Returns unanswered commands to the queue at their old place. */
export async function putBack(
  change: Change,
  ids: readonly number[],
  { now, dueAt, note }: { readonly now: number; readonly dueAt: number | null; readonly note: string },
): Promise<CommandRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CommandRow>`
    update commands set state = 'queued', state_at = ${new Date(now)}, tries = 0, note = ${note},
      due_at = ${dueAt === null ? null : new Date(dueAt)}
    where id = any(${writeArray(ids)}::bigint[]) and state = 'sent'
    returning *`.execute(change.db);
  await recordSteps(change, rows, { detail: note });
  return rows;
}

/** An answer to a command in flight may still arrive this long after its expiry. */
const EXPIRY_GRACE_MS = 30_000;

/** Expires the commands that were not answered in time. */
export async function expireCommands(change: Change, now: number): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`
    update commands set state = 'expired', state_at = ${new Date(now)}, due_at = null
    where state in ('queued', 'sent') and expires_at <= ${new Date(now)}
      and expires_at <= case state when 'queued' then ${new Date(now)}::timestamptz else ${new Date(now - EXPIRY_GRACE_MS)}::timestamptz end
    returning *`.execute(change.db);
  await recordEnds(change, rows, {});
  return rows;
}

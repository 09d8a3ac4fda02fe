import { listTypesOfLink } from '@waymark/commands/commands';
import type { Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Command, CommandRow } from './command.ts';
import { recordEnds, recordSteps } from './command-steps.store.ts';

// Claims commands for sending. A device gets its commands one at a time and in order; a command that the current
// link does not carry waits without blocking those behind it.

export const LINK = { cellular: 0, iridium: 2 } as const;
export type CommandLink = keyof typeof LINK;

interface Claim {
  readonly uids: readonly Uid[];
  readonly link: CommandLink;
  readonly now: number;
  /** UTC milliseconds of the next attempt, unless the device answers before. */
  readonly dueAt: number;
}

/** Claims the next command of each device and marks it as sent; none for a device with a command in flight. */
export async function claimNext(change: Change, { uids, link, now, dueAt }: Claim): Promise<Command[]> {
  if (uids.length === 0) return [];
  // Use an array: the planner underestimates the pending commands and would choose a nested loop for a join.
  const { rows } = await sql<CommandRow>`
    update commands c set state = 'sent', state_at = ${new Date(now)}, link = ${LINK[link]}, attempts = c.attempts + 1,
      tries = 1, due_at = ${new Date(dueAt)}, note = null
    where c.state = 'queued' and c.id = any(array(
      select first.id from unnest(${writeArray(uids)}::bigint[]) as device (uid)
      cross join lateral (
        select q.id, q.due_at from commands q
        where q.uid = device.uid and q.state = 'queued' and q.type = any(${listTypesOfLink(link)}::text[])
          and (q.expires_at is null or q.expires_at > ${new Date(now)})
          and not exists (select from commands s where s.uid = device.uid and s.state = 'sent')
        order by q.id limit 1) first
      where first.due_at is null or first.due_at <= ${new Date(now)}))
    returning c.*`.execute(change.db);
  return recordSteps(change, rows, { detail: link });
}

/** Claims unanswered commands for sending again. */
export async function claimAgain(
  change: Change,
  ids: readonly number[],
  { now, dueAt }: Pick<Claim, 'now' | 'dueAt'>,
): Promise<Command[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CommandRow>`
    update commands set attempts = attempts + 1, tries = tries + 1, due_at = ${new Date(dueAt)}
    where id = any(${writeArray(ids)}::bigint[]) and state = 'sent' and (due_at is null or due_at <= ${new Date(now)})
      and (expires_at is null or expires_at > ${new Date(now)})
    returning *`.execute(change.db);
  return recordSteps(change, rows, { at: now, detail: 'again' });
}

/** Returns unanswered commands to the queue at their old place. */
export async function returnToQueue(
  change: Change,
  ids: readonly number[],
  { now, dueAt, note }: { readonly now: number; readonly dueAt: number | null; readonly note: string },
): Promise<Command[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CommandRow>`
    update commands set state = 'queued', state_at = ${new Date(now)}, tries = 0, note = ${note},
      due_at = ${dueAt === null ? null : new Date(dueAt)}
    where id = any(${writeArray(ids)}::bigint[]) and state = 'sent'
    returning *`.execute(change.db);
  return recordSteps(change, rows, { detail: note });
}

/** An answer to a command in flight may still arrive this long after its expiry. */
const EXPIRY_GRACE_MS = 30_000;

/** Expires the commands that were not answered in time. */
export async function expireCommands(change: Change, now: number): Promise<Command[]> {
  const { rows } = await sql<CommandRow>`
    update commands set state = 'expired', state_at = ${new Date(now)}, due_at = null
    where state in ('queued', 'sent') and expires_at <= ${new Date(now)}
      and expires_at <= case state when 'queued' then ${new Date(now)}::timestamptz else ${new Date(now - EXPIRY_GRACE_MS)}::timestamptz end
    returning *`.execute(change.db);
  return recordEnds(change, rows);
}

// A device that has connected again gets its pending commands at once.

/** Claims the commands in flight to devices that have reconnected, for sending again; their tries restart at 1. */
export async function claimInFlight(
  change: Change,
  uids: readonly Uid[],
  { now, dueAt }: { readonly now: number; readonly dueAt: number },
): Promise<Command[]> {
  const { rows } = await sql<CommandRow>`
    update commands set attempts = attempts + 1, tries = 1, due_at = ${new Date(dueAt)}
    where uid = any(${writeArray(uids)}::bigint[]) and state = 'sent' and link = ${LINK.cellular}
      and (expires_at is null or expires_at > ${new Date(now)})
    returning *`.execute(change.db);
  return recordSteps(change, rows, { at: now, detail: 'again' });
}

/** Makes the delayed commands of the devices due at once. */
export async function endWaiting(change: Change, uids: readonly Uid[]): Promise<void> {
  await sql`update commands set due_at = null
    where uid = any(${writeArray(uids)}::bigint[]) and state = 'queued' and due_at is not null`.execute(change.db);
}

/** The devices with delayed commands that are due now; clears the delay, so that each device is returned once. */
export async function takeDueDevices(change: Change, now: number): Promise<number[]> {
  const { rows } = await sql<{ uid: Uid }>`update commands set due_at = null
    where state = 'queued' and link = ${LINK.cellular} and due_at <= ${new Date(now)}
    returning uid`.execute(change.db);
  return [...new Set(rows.map(({ uid }) => uid))];
}

// The outcomes of a satellite gateway for commands in flight, and the obstacles of pending ones.

interface Outcome {
  readonly now: number;
  readonly note: string;
}

/** Identifies an attempt, so that its outcome does not change a later attempt. */
type Attempt = Pick<Command, 'id' | 'attempts'>;

/** Stores on each command, once, why it waits. */
export async function noteObstacle(change: Change, ids: readonly number[], { now, note }: Outcome): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<CommandRow>`
    update commands set note = ${note}
    where id = any(${writeArray(ids)}::bigint[]) and state = 'queued' and note is distinct from ${note}
    returning *`.execute(change.db);
  await recordSteps(change, rows, { at: now, detail: note });
}

/** Notes that the gateway accepted the command; without an answer it is sent again at `dueAt`. */
export async function noteHandOver(
  change: Change,
  { id, attempts }: Attempt,
  { now, note, dueAt }: Outcome & { readonly dueAt: number },
): Promise<void> {
  const { rows } = await sql<CommandRow>`
    update commands set note = ${note}, due_at = ${new Date(dueAt)}
    where id = ${id} and attempts = ${attempts} and state = 'sent'
    returning *`.execute(change.db);
  await recordSteps(change, rows, { at: now, detail: note });
}

/** Rejects a command that the gateway refused for good, so that the next command can be sent. */
export async function rejectUndelivered(
  change: Change,
  { id, attempts }: Attempt,
  { now, note }: Outcome,
): Promise<void> {
  const { rows } = await sql<CommandRow>`
    update commands set state = 'rejected', state_at = ${new Date(now)}, due_at = null, tries = 0, note = ${note}
    where id = ${id} and attempts = ${attempts} and state = 'sent'
    returning *`.execute(change.db);
  await recordEnds(change, rows, { detail: note });
}

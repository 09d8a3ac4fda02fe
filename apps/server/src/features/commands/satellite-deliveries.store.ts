import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { recordEnds, recordSteps } from './command-steps.store.ts';
import type { CommandRow } from './commands.wire.ts';

// Stores the outcomes of a satellite gateway for commands in flight, and the obstacles of pending ones.

interface Told {
  readonly now: number;
  readonly note: string;
}

/** Identifies an attempt, so that its outcome does not change a later attempt. */
type Attempt = Pick<CommandRow, 'id' | 'attempts'>;

/** Stores on each command, once, why it waits. */
export async function noteObstacle(change: Change, ids: readonly number[], { now, note }: Told): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<CommandRow>`
    update commands set note = ${note}
    where id = any(${writeArray(ids)}::bigint[]) and state = 'queued' and note is distinct from ${note}
    returning *`.execute(change.db);
  await recordSteps(change, rows, { at: new Date(now), detail: note });
}

/** Notes that the gateway accepted the command; without an answer it is sent again at `dueAt`. */
export async function noteHandOver(
  change: Change,
  { id, attempts }: Attempt,
  { now, note, dueAt }: Told & { readonly dueAt: number },
): Promise<void> {
  const { rows } = await sql<CommandRow>`
    update commands set note = ${note}, due_at = ${new Date(dueAt)}
    where id = ${id} and attempts = ${attempts} and state = 'sent'
    returning *`.execute(change.db);
  await recordSteps(change, rows, { at: new Date(now), detail: note });
}

/** Rejects a command that the gateway refused for good, so that the next command can be sent. */
export async function rejectUndelivered(change: Change, { id, attempts }: Attempt, { now, note }: Told): Promise<void> {
  const { rows } = await sql<CommandRow>`
    update commands set state = 'rejected', state_at = ${new Date(now)}, due_at = null, tries = 0, note = ${note}
    where id = ${id} and attempts = ${attempts} and state = 'sent'
    returning *`.execute(change.db);
  await recordEnds(change, rows, { detail: note });
}

import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { recordEnds, recordSteps } from './command-steps.store.ts';
import type { CommandRow } from './commands.wire.ts';

// What a satellite gateway says of commands in flight, and why others cannot go.

interface Told {
  readonly now: number;
  readonly note: string;
}

/** An attempt that was made: a later one has an outcome of its own. */
type Attempt = Pick<CommandRow, 'id' | 'attempts'>;

/** Tells once, on the commands themselves, why they wait. */
export async function noteObstacle(change: Change, ids: readonly number[], { now, note }: Told): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<CommandRow>`
    update commands set note = ${note}
    where id = any(${writeArray(ids)}::bigint[]) and state = 'queued' and note is distinct from ${note}
    returning *`.execute(change.db);
  await recordSteps(change, rows, { at: new Date(now), detail: note });
}

/** The gateway has it; without an answer it goes again at `dueAt`. */
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

/** The gateway will never take it: the device does not get it, and the next one may go. */
export async function rejectUndelivered(change: Change, { id, attempts }: Attempt, { now, note }: Told): Promise<void> {
  const { rows } = await sql<CommandRow>`
    update commands set state = 'rejected', state_at = ${new Date(now)}, due_at = null, tries = 0, note = ${note}
    where id = ${id} and attempts = ${attempts} and state = 'sent'
    returning *`.execute(change.db);
  await recordEnds(change, rows, { detail: note });
}

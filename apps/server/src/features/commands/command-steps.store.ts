import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { notifyCommands } from './commands-notice.ts';
import { readCommandOfDevice, writeCommand, type CommandRow } from './commands.wire.ts';
import * as downloads from '../downloads/downloads.api.ts';

interface Step {
  /** The name of a user; null: the device or the server. */
  readonly by?: string | null;
  readonly detail?: string | null;
  readonly at?: Date;
}

/** Stores the present state of the commands in their history and notifies the consoles. */
export async function recordSteps(change: Change, rows: readonly CommandRow[], step: Step = {}): Promise<void> {
  if (rows.length === 0) return;
  const lines = rows.map(({ id, state, state_at: stateAt }) => ({ id, state, at: step.at ?? stateAt }));
  await sql`insert into command_steps (command_id, at, state, user_name, detail)
    select id, at, state, ${step.by ?? null}, ${step.detail ?? null}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (id bigint, at timestamptz, state text)`.execute(
    change.db,
  );
  const settled = rows.filter(({ state }) => state !== 'queued' && state !== 'sent').map(readCommandOfDevice);
  await downloads.settle(change, settled);
  for (const row of rows) change.push('ReceiveCommandUpdate', { groupId: row.group_id }, writeCommand(row));
}

/** Does the same for commands that have left the queue, and wakes the delivery: the next command may be sent. */
export async function recordEnds(change: Change, rows: readonly CommandRow[], step: Step = {}): Promise<void> {
  await recordSteps(change, rows, step);
  await notifyCommands(
    change,
    rows.map(({ uid }) => uid),
  );
}

import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { notifyCommands } from './commands-notice.ts';
import { readCommandOfDevice, writeCommand, type CommandRow } from './commands.wire.ts';

interface Step {
  /** A person; null: the device or the server. */
  readonly by?: string | null;
  readonly detail?: string | null;
  readonly at?: Date;
}

/** Keeps that these commands have come to the state they are in now, and tells the consoles. */
export async function recordSteps(change: Change, rows: readonly CommandRow[], step: Step = {}): Promise<void> {
  if (rows.length === 0) return;
  const lines = rows.map(({ id, state, state_at: stateAt }) => ({ id, state, at: step.at ?? stateAt }));
  await sql`insert into command_steps (command_id, at, state, user_name, detail)
    select id, at, state, ${step.by ?? null}, ${step.detail ?? null}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (id bigint, at timestamptz, state text)`.execute(
    change.db,
  );
  const settled = rows.filter(({ state }) => state !== 'queued' && state !== 'sent').map(readCommandOfDevice);
  if (settled.length > 0) await change.raise('commands-settled', { commands: settled });
  for (const row of rows) change.push('ReceiveCommandUpdate', { groupId: row.group_id }, writeCommand(row));
}

/** The same, of commands whose place in the queue is free now: the next may go. */
export async function recordEnds(change: Change, rows: readonly CommandRow[], step: Step = {}): Promise<void> {
  await recordSteps(change, rows, step);
  await notifyCommands(
    change,
    rows.map(({ uid }) => uid),
  );
}

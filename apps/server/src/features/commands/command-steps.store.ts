import type { Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Change } from '../../platform/database/change.ts';
import * as downloads from '../downloads/downloads.api.ts';
import { readCommand, type Command, type CommandRow } from './command.ts';
import { writeCommand } from './commands.wire.ts';

// Every change of commands is recorded in their history and announced: to consoles, downloads and the delivery.

interface Step {
  /** The name of a user; null: the device or the server. */
  readonly by?: string | null;
  readonly detail?: string | null;
  /** UTC milliseconds. */
  readonly at?: number;
}

/** Stores the present state of the commands in their history and notifies the consoles. */
export async function recordSteps(change: Change, rows: readonly CommandRow[], step: Step = {}): Promise<Command[]> {
  if (rows.length === 0) return [];
  const commands = rows.map(readCommand);
  const lines = commands.map(({ id, state, stateAt }) => ({ id, state, at: new Date(step.at ?? stateAt) }));
  await sql`insert into command_steps (command_id, at, state, user_name, detail)
    select id, at, state, ${step.by ?? null}, ${step.detail ?? null}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (id bigint, at timestamptz, state text)`.execute(
    change.db,
  );
  const settled = commands.filter(({ state }) => state !== 'queued' && state !== 'sent');
  await downloads.settle(change, settled);
  const answered = settled.filter(({ state }) => state === 'accepted' || state === 'rejected');
  if (answered.length > 0) await change.raise('commands-answered', { commands: answered });
  for (const command of commands)
    change.push('ReceiveCommandUpdate', { groupId: command.groupId }, writeCommand(command));
  return commands;
}

/** Does the same for commands that have left the queue, and wakes the delivery: the next command may be sent. */
export async function recordEnds(change: Change, rows: readonly CommandRow[], step: Step = {}): Promise<Command[]> {
  const commands = await recordSteps(change, rows, step);
  await notifyDelivery(change, commands);
  return commands;
}

// Notifies every node after the commit that commands may now be sent to these devices.
export const COMMANDS_CHANNEL = 'commands';

/** A notice is limited to 8,000 bytes; more devices than this are sent as "all". */
const MOST_NAMED = 400;

const notice = z.object({ uids: z.array(z.number()).nullable() });

/** null: any device. */
export function readCommandsNotice(payload: string): readonly number[] | null {
  return notice.parse(JSON.parse(payload)).uids;
}

export async function notifyDelivery(change: Change, devices: ReadonlyArray<{ readonly uid: Uid }>): Promise<void> {
  if (devices.length === 0) return;
  const named = [...new Set(devices.map(({ uid }) => uid))];
  await change.notify(COMMANDS_CHANNEL, JSON.stringify({ uids: named.length > MOST_NAMED ? null : named }));
}

import { COMMANDS } from '@waymark/contract/commands/index';
import { ANSWER, describeAnswer } from '@waymark/domain/command/answers';
import type { CommandState } from '@waymark/domain/command/life';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { recordEnds, recordSteps } from './command-steps.store.ts';
import type { CommandRow } from './commands.wire.ts';

/** What a device says to a command. */
export interface Answer {
  readonly uid: number;
  readonly groupId: number;
  readonly commandId: number;
  readonly status: number;
  readonly detail: number;
  /** UTC milliseconds. */
  readonly at: number;
}

const STREAM_MODE = { off: 0, cellular: 2 } as const;

function findState(status: number): CommandState {
  if (status === ANSWER.accepted) return 'accepted';
  return status === ANSWER.busy ? 'queued' : 'rejected';
}

/** An answer that comes twice, or to a command that is answered already, changes nothing. */
async function storeAnswer(change: Change, answer: Answer): Promise<CommandRow | undefined> {
  const state = findState(answer.status);
  return change.db
    .updateTable('commands')
    .set({
      state,
      state_at: sql<Date>`now()`,
      note: describeAnswer(answer.status, answer.detail),
      due_at: state === 'queued' ? sql<Date>`now() + interval '30 seconds'` : null,
      tries: 0,
    })
    .where('id', '=', answer.commandId)
    .where('uid', '=', answer.uid)
    .where('group_id', '=', answer.groupId)
    .where('state', 'in', ['queued', 'sent'])
    .where('attempts', '>', 0)
    .returningAll()
    .executeTakeFirst();
}

/** A command that was deleted or had expired while it was on its way: its state stays, and the history tells. */
async function noteLateAnswer(
  change: Change,
  { uid, groupId, commandId, status, detail }: Answer,
): Promise<CommandRow | undefined> {
  const command = await change.db
    .selectFrom('commands')
    .selectAll()
    .where('id', '=', commandId)
    .where('uid', '=', uid)
    .where('group_id', '=', groupId)
    .where('state', 'in', ['deleted', 'expired'])
    .executeTakeFirst();
  if (!command) return undefined;
  const told = describeAnswer(status, detail) ?? 'The device had carried it out already.';
  await recordSteps(change, [command], { detail: told, at: new Date() });
  return command;
}

/** Devices that are asked to stream do so over cellular. */
function readEffect({ type, parameters }: CommandRow): Record<string, unknown> {
  if (type !== 'StreamEnable') return parameters;
  return { ...parameters, streamMode: parameters['streamEnabled'] === true ? STREAM_MODE.cellular : STREAM_MODE.off };
}

async function tellAcceptance(change: Change, command: CommandRow, at: number): Promise<void> {
  const { uid, group_id: groupId, id, type } = command;
  const parameters = readEffect(command);
  await change.raise('command-accepted', { uid, groupId, type, parameters, at });
  const { notice } = COMMANDS[type] as { readonly notice?: (typeof COMMANDS.PowerMode)['notice'] };
  change.push(
    'ReceiveCommandResponse',
    { groupId, uid },
    {
      uid,
      command: { commandId: id, commandType: type, timeStampAck: formatUtcSecond(at), parameters },
      ...(notice && { kind: notice }),
    },
  );
}

/** Takes a device's answer. What it has carried out counts, whatever became of the command meanwhile. */
export async function takeAnswer(change: Change, answer: Answer): Promise<void> {
  const answered = await storeAnswer(change, answer);
  if (answered) await recordEnds(change, [answered], { detail: answered.note });
  const command = answered ?? (await noteLateAnswer(change, answer));
  if (!command || answer.status !== ANSWER.accepted) return;
  await tellAcceptance(change, command, answer.at);
}

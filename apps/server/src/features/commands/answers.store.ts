import { COMMANDS } from '@waymark/commands/commands';
import { ANSWER, describeAnswer } from '@waymark/commands/answers';
import type { CommandState } from '@waymark/commands/life';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { recordEnds, recordSteps } from './command-steps.store.ts';
import type { CommandRow } from './commands.wire.ts';
import { storeAcceptedSettings } from './accepted-settings.store.ts';

/** The answer of a device to a command, by an acknowledgement or by the data that the command requested. */
export interface Answer {
  readonly uid: number;
  /** The company that sent the command; the device may have moved to another one since. */
  readonly groupId: number;
  readonly commandId: number;
  /** 0 accepted, 1 rejected, 2 bad authentication, 3 busy. */
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

/** A repeated answer, or one to a command that is already answered, changes nothing. */
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

/** Adds the answer to the history of a command that was deleted or has expired; its state stays. */
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

/** The settings that an accepted command changes; a device that accepts StreamEnable streams over cellular. */
function readEffect({ type, parameters }: CommandRow): Record<string, unknown> {
  if (type !== 'StreamEnable') return parameters;
  return { ...parameters, streamMode: parameters['streamEnabled'] === true ? STREAM_MODE.cellular : STREAM_MODE.off };
}

async function applyAcceptance(change: Change, command: CommandRow, at: number): Promise<void> {
  const { uid, group_id: groupId, id, type } = command;
  const parameters = readEffect(command);
  await storeAcceptedSettings(change, { uid, parameters, at });
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

/** Stores the answer of a device. An accepted command changes the settings, even if it was deleted or has expired. */
export async function storeDeviceAnswer(change: Change, answer: Answer): Promise<void> {
  const answered = await storeAnswer(change, answer);
  if (answered) await recordEnds(change, [answered], { detail: answered.note });
  const command = answered ?? (await noteLateAnswer(change, answer));
  if (!command || answer.status !== ANSWER.accepted) return;
  await applyAcceptance(change, command, answer.at);
}

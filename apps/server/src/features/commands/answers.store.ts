import { COMMANDS } from '@waymark/commands/commands';
import { ANSWER, describeAnswer } from '@waymark/commands/answers';
import type { CommandState } from '@waymark/commands/life';
import { NOTES } from '@waymark/commands/notes';
import type { CompanyId, Uid } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { mergeList } from '../../platform/database/array-literal.ts';
import type { Command } from './command.ts';
import { recordEnds, recordSteps } from './command-steps.store.ts';

/** The answer of a device to a command, by an acknowledgement or by the data that the command requested. */
export interface Answer {
  readonly uid: Uid;
  /** The company that sent the command; the device may have moved to another one since. */
  readonly groupId: CompanyId;
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
async function storeAnswer(change: Change, answer: Answer): Promise<Command | undefined> {
  const state = findState(answer.status);
  const rows = await change.db
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
    .execute();
  const [answered] = await recordEnds(change, rows, { detail: rows[0]?.note ?? null });
  return answered;
}

/** Adds the answer to the history of a command that was deleted or has expired; its state stays. */
async function noteLateAnswer(
  change: Change,
  { uid, groupId, commandId, status, detail }: Answer,
): Promise<Command | undefined> {
  const rows = await change.db
    .selectFrom('commands')
    .selectAll()
    .where('id', '=', commandId)
    .where('uid', '=', uid)
    .where('group_id', '=', groupId)
    .where('state', 'in', ['deleted', 'expired'])
    .execute();
  const words = describeAnswer(status, detail) ?? NOTES.carriedOut;
  const [command] = await recordSteps(change, rows, { detail: words, at: Date.now() });
  return command;
}

/** The settings that an accepted command changes; a device that accepts StreamEnable streams over cellular. */
function readEffect({ type, parameters }: Command): Record<string, unknown> {
  if (type !== 'StreamEnable') return parameters;
  return { ...parameters, streamMode: parameters['streamEnabled'] === true ? STREAM_MODE.cellular : STREAM_MODE.off };
}

type Parameters = Readonly<Record<string, unknown>>;

const readNumber = (parameters: Parameters, name: string): number | null => {
  const value = parameters[name];
  return typeof value === 'number' ? value : null;
};
const readFour = (parameters: Parameters, name: string) =>
  [0, 1, 2, 3].map((at) => readNumber(parameters, `${name}${at}`));

interface AcceptedCommand {
  readonly uid: Uid;
  /** Under the parameter names of commands. */
  readonly parameters: Parameters;
  readonly at: number;
}

/** Updates the last settings of a device from an accepted command, unless the device has reported newer ones. */
async function storeAcceptedSettings(change: Change, { uid, parameters, at }: AcceptedCommand): Promise<void> {
  await sql`
    update device_states set
      power_mode = coalesce(${readNumber(parameters, 'powerMode')}::smallint, power_mode),
      schedule = coalesce(${readNumber(parameters, 'connectSchedule')}::smallint, schedule),
      record_mode = coalesce(${readNumber(parameters, 'recordMode')}::smallint, record_mode),
      geo_mode = coalesce(${readNumber(parameters, 'GeoMode')}::smallint, geo_mode),
      stream_mode = coalesce(${readNumber(parameters, 'streamMode')}::smallint, stream_mode),
      psg_state = coalesce(${readNumber(parameters, 'psgState')}::smallint, psg_state),
      psg_size = coalesce(${readNumber(parameters, 'psgSize')}::smallint, psg_size),
      frequencies = ${mergeList('frequencies', readFour(parameters, 'frequency'))},
      sensitivities = ${mergeList('sensitivities', readFour(parameters, 'sensitivity'))},
      enables = ${mergeList('enables', readFour(parameters, 'enable'))}
    where uid = ${uid} and (settings_at is null or settings_at <= ${new Date(at)} or settings_at > clock_timestamp())`.execute(
    change.db,
  );
}

async function applyAcceptance(change: Change, command: Command, at: number): Promise<void> {
  const { uid, groupId, id, type } = command;
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
  const command = (await storeAnswer(change, answer)) ?? (await noteLateAnswer(change, answer));
  if (!command || answer.status !== ANSWER.accepted) return;
  await applyAcceptance(change, command, answer.at);
}

import { COMMANDS, findCommandFault, findCommandType, isDangerous, type CommandType } from '@waymark/commands/commands';
import { describeCommandFault } from '@waymark/commands/faults';
import { findFirmwareFault } from '@waymark/commands/gates';
import { NOTES } from '@waymark/commands/notes';
import { describeDownloadFault, RAW_FILES } from '@waymark/commands/windows';
import type { QueuedCommand } from '@waymark/contract/commands/queued-command';
import type { Paging } from '@waymark/contract/paging';
import type { SentCommand } from '@waymark/contract/routes/commands';
import type { Uid } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { described } from '../../platform/http/described.ts';
import { problem } from '../../platform/http/problem.ts';
import { isKeyActorId } from '../../platform/access/key-access.ts';
import { hasDevice } from '../../platform/access/device-access.ts';
import { listHeardUids } from '../streaming/streaming.queries.ts';
import type { Command, CommandDraft } from './command.ts';
import { listHistory, listQueue, listTargets, type TargetFound } from './commands.queries.ts';
import { writeCommand, writePastCommand } from './commands.wire.ts';
import { deleteCommand, deletePending, dropCommands, enqueueCommands } from './queue.store.ts';

export async function readQueue(reader: Reader, uid: Uid): Promise<QueuedCommand[]> {
  if (!(await hasDevice(reader, uid))) throw problem('device-not-found');
  return (await listQueue(reader, uid)).map(writeCommand);
}

export async function readHistory(reader: Reader, uid: Uid, paging: Paging) {
  if (!(await hasDevice(reader, uid))) throw problem('device-not-found');
  const { count, commands, steps } = await listHistory(reader, uid, paging);
  return {
    rowsNumber: count,
    commandList: commands.map((command) => writePastCommand(command, steps.get(command.id) ?? [])),
  };
}

const describe = ({ id, uid, type, parameters, expiresAt }: Command) => ({
  commandId: id,
  uid,
  type,
  parameters,
  expiresAt: expiresAt === null ? null : new Date(expiresAt),
});

const auditDeleted = (command: Command) => ({
  action: 'command-deleted' as const,
  objectType: 'device' as const,
  objectId: command.uid,
  groupId: command.groupId,
  before: describe(command),
});

export async function auditQueued(change: Change, commands: readonly Command[]): Promise<void> {
  await change.auditAll(
    commands.map((command) => ({
      action: 'command-queued',
      objectType: 'device',
      objectId: command.uid,
      groupId: command.groupId,
      after: describe(command),
    })),
  );
}

/** A closing stream dialog must not stop the stream while other consoles listen. */
async function dropStreamStops(
  change: Change,
  sent: readonly SentCommand[],
  commands: readonly Command[],
): Promise<Command[]> {
  const stops = commands.filter(
    ({ type, parameters }, at) =>
      sent[at]?.fromStreamDialog === true && type === 'StreamEnable' && parameters['streamEnabled'] === false,
  );
  if (stops.length === 0) return [];
  const heard = await listHeardUids(
    { scope: change.scope, db: change.db },
    stops.map(({ uid }) => uid),
  );
  const dropped = await dropCommands(
    change,
    stops.filter(({ uid }) => heard.has(uid)).map(({ id }) => id),
    NOTES.stillHeard,
  );
  await change.auditAll(
    dropped.map((command) => ({
      ...auditDeleted(command),
      after: { reason: NOTES.stillHeard },
    })),
  );
  return dropped;
}

function readParameters(type: CommandType, sent: SentCommand) {
  const parsed = COMMANDS[type].parameters.safeParse(sent.parameters);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: ['parameters', ...path].join('.'), message }));
  throw problem('command-parameters', { errors });
}

/** The command as it will be queued; throws the problem that forbids it. */
function checkCommand(
  sent: SentCommand,
  target: TargetFound | undefined,
  { now, isKey }: { readonly now: number; readonly isKey: boolean },
): CommandDraft {
  const type = findCommandType(sent.commandType);
  if (type === null) throw problem('command-unknown');
  if (!target) throw problem('device-not-found');
  const parameters = readParameters(type, sent);
  if (isKey && isDangerous(type, { ...parameters })) throw problem('key-command-refused');
  const fault = findCommandFault(type, parameters, {
    firmwareVersion: target.firmware_version,
    isIridium: target.is_iridium,
  });
  if (fault !== null)
    throw problem(
      'command-not-for-device',
      described((t) => `AGM ${sent.uid}: ${describeCommandFault(fault, t)}`),
    );
  const expiresAt = sent.expiresAt ?? null;
  if (expiresAt !== null && expiresAt <= now) throw problem('command-expired');
  return { uid: sent.uid, groupId: target.group_id, type, parameters, timeStampSent: sent.timeStampSent, expiresAt };
}

/** Queues the commands in their order, all or none. */
export async function queueCommands(
  database: Database,
  origin: ChangeOrigin,
  sent: readonly SentCommand[],
  now: number,
): Promise<QueuedCommand[]> {
  return database.change(origin, async (change) => {
    const targets = await listTargets({ scope: change.scope, db: change.db }, [...new Set(sent.map(({ uid }) => uid))]);
    const isKey = isKeyActorId(origin.userId);
    const byUid = new Map(targets.map((target) => [target.uid, target]));
    const drafts = sent.map((command) => checkCommand(command, byUid.get(command.uid), { now, isKey }));
    const commands = await enqueueCommands(change, drafts, { source: 'person' });
    await auditQueued(change, commands);
    const dropped = new Map((await dropStreamStops(change, sent, commands)).map((command) => [command.id, command]));
    return commands.map((command) => writeCommand(dropped.get(command.id) ?? command));
  });
}

/** Deletes the commands that no device has answered. */
export async function deleteUnanswered(change: Change, ids: readonly number[]): Promise<void> {
  const deleted = await deletePending(change, ids);
  await change.auditAll(deleted.map(auditDeleted));
}

export async function removeCommand(database: Database, origin: ChangeOrigin, id: number): Promise<void> {
  await database.change(origin, async (change) => {
    const deleted = await deleteCommand(change, id);
    if (!deleted) throw problem('command-not-found');
    await change.audit(auditDeleted(deleted));
  });
}

interface RawRequest {
  readonly uid: Uid;
  readonly startDate: number;
  readonly endDate: number;
}

/** Answers the id of the download session, which equals the command's id. */
export async function requestRawData(
  database: Database,
  origin: ChangeOrigin,
  { uid, startDate, endDate }: RawRequest,
  now: number,
): Promise<number> {
  const [target] = await listTargets(database.read(origin.scope), [uid]);
  if (!target) throw problem('device-not-found');
  // Older firmware has raw files of another kind; the command forms request those.
  if (findFirmwareFault(target.firmware_version, { from: 10.71 }) !== null) throw problem('command-not-for-device');
  const [start, end] = [formatUtcSecond(startDate), formatUtcSecond(endDate)];
  const fault = describeDownloadFault(start, end, true);
  if (fault !== null) throw problem('command-not-for-device', { detail: fault });
  const parameters = { FileType: RAW_FILES, FileNamesStartDate: start, FileNamesEndDate: end };
  const command = { uid, commandType: 'DownloadRange', timeStampSent: now, parameters, fromStreamDialog: false };
  const [queued] = await queueCommands(database, origin, [command], now);
  if (!queued) throw new Error('the queued command was not returned');
  return queued.commandId;
}

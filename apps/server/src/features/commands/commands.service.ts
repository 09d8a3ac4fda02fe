import type { QueuedCommand } from '@waymark/contract/commands/queued-command';
import type { Paging } from '@waymark/contract/paging';
import type { SentCommand } from '@waymark/contract/routes/commands';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { hasDevice } from '../../platform/access/device-access.ts';
import { listHeardUids } from '../streaming/streaming.queries.ts';
import { checkCommand } from './check-command.ts';
import { listHistory, listQueue, listTargets } from './commands.queries.ts';
import { writeCommand, writePastCommand, type CommandRow } from './commands.wire.ts';
import { deleteCommand, deleteWaiting, dropCommands, enqueueCommands } from './queue.store.ts';

const STILL_HEARD = 'Others are listening.';

export async function readQueue(reader: Reader, uid: number): Promise<QueuedCommand[]> {
  if (!(await hasDevice(reader, uid))) throw problem('device-not-found');
  return (await listQueue(reader, uid)).map(writeCommand);
}

export async function readHistory(reader: Reader, uid: number, paging: Paging) {
  if (!(await hasDevice(reader, uid))) throw problem('device-not-found');
  const { count, commands, steps } = await listHistory(reader, uid, paging);
  return { rowsNumber: count, commandList: commands.map((row) => writePastCommand(row, steps.get(row.id) ?? [])) };
}

const describe = ({ id, uid, type, parameters, expires_at: expiresAt }: CommandRow) => ({
  commandId: id,
  uid,
  type,
  parameters,
  expiresAt,
});

export async function auditQueued(change: Change, rows: readonly CommandRow[]): Promise<void> {
  await change.auditAll(
    rows.map((row) => ({
      action: 'command-queued',
      objectType: 'device',
      objectId: row.uid,
      groupId: row.group_id,
      after: describe(row),
    })),
  );
}

/** A closing stream dialog must not stop the stream while other consoles listen. */
async function dropStreamStops(
  change: Change,
  sent: readonly SentCommand[],
  rows: readonly CommandRow[],
): Promise<CommandRow[]> {
  const stops = rows.filter(
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
    STILL_HEARD,
  );
  await change.auditAll(
    dropped.map((row) => ({
      action: 'command-deleted',
      objectType: 'device',
      objectId: row.uid,
      groupId: row.group_id,
      before: describe(row),
      after: { reason: STILL_HEARD },
    })),
  );
  return dropped;
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
    const byUid = new Map(targets.map((target) => [target.uid, target]));
    const drafts = sent.map((command) => checkCommand(command, byUid.get(command.uid), now));
    const rows = await enqueueCommands(change, drafts, { source: 'person' });
    await auditQueued(change, rows);
    const dropped = new Map((await dropStreamStops(change, sent, rows)).map((row) => [row.id, row]));
    return rows.map((row) => writeCommand(dropped.get(row.id) ?? row));
  });
}

/** Deletes the commands that no device has answered. */
export async function deleteUnanswered(change: Change, ids: readonly number[]): Promise<void> {
  const deleted = await deleteWaiting(change, ids);
  await change.auditAll(
    deleted.map((row) => ({
      action: 'command-deleted',
      objectType: 'device',
      objectId: row.uid,
      groupId: row.group_id,
      before: describe(row),
    })),
  );
}

export async function removeCommand(database: Database, origin: ChangeOrigin, id: number): Promise<void> {
  await database.change(origin, async (change) => {
    const deleted = await deleteCommand(change, id);
    if (!deleted) throw problem('command-not-found');
    await change.audit({
      action: 'command-deleted',
      objectType: 'device',
      objectId: deleted.uid,
      groupId: deleted.group_id,
      before: describe(deleted),
    });
  });
}

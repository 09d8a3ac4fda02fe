import type { QueuedCommand } from '@waymark/contract/commands/queued-command';
import type { Paging } from '@waymark/contract/paging';
import type { SentCommand } from '@waymark/contract/routes/commands';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { hasDevice } from '../devices/devices.queries.ts';
import { checkCommand } from './check-command.ts';
import { listHistory, listQueue, listTargets } from './commands.queries.ts';
import { writeCommand, writePastCommand, type CommandRow } from './commands.wire.ts';
import { deleteCommand, storeCommands } from './queue.store.ts';

export async function readQueue(reader: Reader, uid: number): Promise<QueuedCommand[]> {
  if (!(await hasDevice(reader, uid))) throw problem('device-not-found');
  return (await listQueue(reader, uid)).map(writeCommand);
}

export async function readHistory(reader: Reader, uid: number, paging: Paging) {
  if (!(await hasDevice(reader, uid))) throw problem('device-not-found');
  const { count, commands, steps } = await listHistory(reader, uid, paging);
  return { rowsNumber: count, commandList: commands.map((row) => writePastCommand(row, steps.get(row.id) ?? [])) };
}

const describe = ({ id, uid, type, parameters, expires_at: expiresAt }: CommandRow) => ({ commandId: id, uid, type, parameters, expiresAt });

export async function auditQueued(change: Change, rows: readonly CommandRow[]): Promise<void> {
  await change.auditAll(
    rows.map((row) => ({ action: 'command-queued', objectType: 'device', objectId: row.uid, groupId: row.group_id, after: describe(row) })),
  );
}

/** Queues the commands in their order, all or none. */
export async function queueCommands(database: Database, origin: ChangeOrigin, sent: readonly SentCommand[], now: number): Promise<QueuedCommand[]> {
  return database.change(origin, async (change) => {
    const targets = await listTargets({ scope: change.scope, db: change.db }, [...new Set(sent.map(({ uid }) => uid))]);
    const byUid = new Map(targets.map((target) => [target.uid, target]));
    const drafts = sent.map((command) => checkCommand(command, byUid.get(command.uid), now));
    const rows = await storeCommands(change, drafts, { source: 'person' });
    await auditQueued(change, rows);
    return rows.map(writeCommand);
  });
}

export async function removeCommand(database: Database, origin: ChangeOrigin, id: number): Promise<void> {
  await database.change(origin, async (change) => {
    const deleted = await deleteCommand(change, id);
    if (!deleted) throw problem('command-not-found');
    await change.audit({
      action: 'command-deleted', objectType: 'device', objectId: deleted.uid, groupId: deleted.group_id, before: describe(deleted),
    });
  });
}

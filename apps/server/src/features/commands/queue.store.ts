import { listTypesOfLink } from '@waymark/commands/commands';
import { LISTED_STATES, type CommandSource } from '@waymark/commands/life';
import { NOTES } from '@waymark/commands/notes';
import type { Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import * as downloads from '../downloads/downloads.api.ts';
import type { Command, CommandDraft, CommandRow } from './command.ts';
import { notifyDelivery, recordEnds, recordSteps } from './command-steps.store.ts';
import { LINK } from './deliveries.store.ts';

export interface QueueOrigin {
  readonly source: CommandSource;
  readonly broadcastId?: number | null;
  readonly downloadSessionId?: number | null;
}

/** Queues the commands in their order. */
export async function enqueueCommands(
  change: Change,
  drafts: readonly CommandDraft[],
  { source, broadcastId = null, downloadSessionId = null }: QueueOrigin,
): Promise<Command[]> {
  if (drafts.length === 0) return [];
  const { userId, userName } = change.origin;
  const lines = drafts.map(({ timeStampSent, expiresAt, ...draft }, place) => ({
    ...draft,
    place,
    sent: new Date(timeStampSent),
    expires: expiresAt === null ? null : new Date(expiresAt),
  }));
  const { rows } = await sql<CommandRow>`
    insert into commands (uid, group_id, type, parameters, time_stamp_sent, expires_at, user_id, user_name, source, broadcast_id)
    select uid, "groupId", type, parameters, sent, expires, ${userId}::bigint, ${userName}, ${source}, ${broadcastId}::bigint
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line
      (place int, uid bigint, "groupId" bigint, type text, parameters jsonb, sent timestamptz, expires timestamptz)
    order by place
    returning *`.execute(change.db);
  const commands = await recordSteps(change, rows, { by: userName });
  await downloads.add(change, commands, downloadSessionId);
  await notifyDelivery(change, commands);
  return commands;
}

/** A message cannot be recalled from a satellite gateway. */
const BEYOND_RECALL = NOTES.beyondRecall;

/** Locks a listed command until the change ends. */
async function lockListed(change: Change, id: number): Promise<CommandRow | undefined> {
  return change.db
    .selectFrom('commands')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', LISTED_STATES)
    .where(inCompany(change.scope, 'commands.group_id'))
    .forUpdate()
    .executeTakeFirst();
}

/** Deletes a listed command; undefined when there is none with this id. */
export async function deleteCommand(change: Change, id: number): Promise<Command | undefined> {
  const listed = await lockListed(change, id);
  if (!listed) return undefined;
  const detail = listed.state === 'sent' && listed.link === LINK.iridium ? BEYOND_RECALL : null;
  const deleted = await change.db
    .updateTable('commands')
    .set({ state: 'deleted', state_at: sql<Date>`now()`, due_at: null, note: detail ?? listed.note })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const [command] = await recordEnds(change, [deleted], { by: change.origin.userName, detail });
  return command;
}

/** Deletes commands that this change has just queued: they are not sent, and the history says why. */
export async function dropCommands(change: Change, ids: readonly number[], detail: string): Promise<Command[]> {
  if (ids.length === 0) return [];
  const dropped = await change.db
    .updateTable('commands')
    .set({ state: 'deleted', state_at: sql<Date>`now()`, note: detail })
    .where('id', 'in', ids)
    .where(inCompany(change.scope, 'commands.group_id'))
    .returningAll()
    .execute();
  return recordEnds(change, dropped, { detail });
}

/** Deletes the commands that are queued or in flight; answered commands do not change. */
export async function deletePending(change: Change, ids: readonly number[]): Promise<Command[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CommandRow>`
    update commands c set state = 'deleted', state_at = now(), due_at = null,
      note = case when c.state = 'sent' and c.link = ${LINK.iridium} then ${BEYOND_RECALL} else c.note end
    where c.id = any(array(select id from commands where id = any(${writeArray(ids)}::bigint[]) and state in ('queued', 'sent')
      and ${inCompany(change.scope, 'commands.group_id')} order by id for update))
    returning c.*`.execute(change.db);
  return recordEnds(change, rows, { by: change.origin.userName });
}

/** Deletes the listed commands of a device that leaves its company. */
export async function deleteCommandsOfDevice(change: Change, { uid }: { readonly uid: Uid }): Promise<void> {
  const deleted = await change.db
    .updateTable('commands')
    .set({ state: 'deleted', state_at: sql<Date>`now()`, due_at: null })
    .where('uid', '=', uid)
    .where('state', 'in', LISTED_STATES)
    .returningAll()
    .execute();
  await recordSteps(change, deleted, { by: change.origin.userName, detail: NOTES.leftCompany });
}

const OTHER_LINK = { cellular: NOTES.notOverCellular, iridium: NOTES.notOverSatellite } as const;

async function rejectOthers(change: Change, uids: readonly Uid[], link: keyof typeof OTHER_LINK): Promise<void> {
  if (uids.length === 0) return;
  const note = OTHER_LINK[link];
  const { rows } = await sql<CommandRow>`
    update commands set state = 'rejected', state_at = now(), due_at = null, tries = 0, note = ${note}
    where uid = any(${writeArray(uids)}::bigint[]) and state = 'queued' and type <> all(${listTypesOfLink(link)}::text[])
    returning *`.execute(change.db);
  await recordEnds(change, rows, { detail: note });
}

/** Rejects the commands that were queued while the link of a device was unknown and that its link does not carry. */
export async function rejectOverOtherLink(
  change: Change,
  devices: ReadonlyArray<{ readonly uid: Uid; readonly isIridium: boolean }>,
): Promise<void> {
  const listUids = (isIridium: boolean) =>
    devices.filter((device) => device.isIridium === isIridium).map(({ uid }) => uid);
  await rejectOthers(change, listUids(false), 'cellular');
  await rejectOthers(change, listUids(true), 'iridium');
}

import type { Paging } from '@waymark/contract/paging';
import { LISTED_STATES, type CommandState } from '@waymark/commands/life';
import type { Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { visibleDevices } from '../../platform/access/device-access.ts';
import { inCompany } from '../../platform/access/scope.ts';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { findSlice, findSpan } from '../../platform/database/page.ts';
import { linkOfDevice } from '../devices/devices.queries.ts';
import { readCommand, type Command, type CommandDraft } from './command.ts';

/** The commands that the device has not accepted, oldest first. */
export async function listQueue(reader: Reader, uid: Uid): Promise<Command[]> {
  const rows = await reader.db
    .selectFrom('commands')
    .selectAll()
    .where('uid', '=', uid)
    .where('state', 'in', LISTED_STATES)
    .where(inCompany(reader.scope, 'commands.group_id'))
    .orderBy('id')
    .execute();
  return rows.map(readCommand);
}

function selectHistory(reader: Reader, uid: Uid, paging: Paging) {
  const { from, until } = findSpan(paging);
  return reader.db
    .selectFrom('commands')
    .where('uid', '=', uid)
    .where(inCompany(reader.scope, 'commands.group_id'))
    .$if(from !== null, (query) => query.where('queued_at', '>=', new Date(from ?? 0)))
    .$if(until !== null, (query) => query.where('queued_at', '<', new Date(until ?? 0)));
}

/** A page of the device's commands by the time they were queued, with the steps of each. */
export async function listHistory(reader: Reader, uid: Uid, paging: Paging) {
  const { count } = await selectHistory(reader, uid, paging)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const { offset, limit } = findSlice(paging, count);
  if (limit === 0) return { count, commands: [], steps: new Map<number, CommandStep[]>() };
  const commands = await selectHistory(reader, uid, paging)
    .selectAll()
    .orderBy('id', paging.descending ? 'desc' : 'asc')
    .offset(offset)
    .limit(limit)
    .execute();
  const steps = await listSteps(
    reader,
    commands.map(({ id }) => id),
  );
  return { count, commands: commands.map(readCommand), steps };
}

export interface CommandStep {
  readonly state: CommandState;
  /** UTC milliseconds. */
  readonly at: number;
  /** The name of a user; null: the device or the server. */
  readonly by: string | null;
  readonly detail: string | null;
}

async function listSteps(reader: Reader, ids: readonly number[]): Promise<Map<number, CommandStep[]>> {
  const rows = await reader.db
    .selectFrom('command_steps')
    .select(['command_id', 'state', 'at', 'user_name', 'detail'])
    .where('command_id', 'in', ids)
    .orderBy('id')
    .execute();
  const byCommand = new Map<number, CommandStep[]>();
  for (const { command_id: id, state, at, user_name: by, detail } of rows) {
    const steps = byCommand.get(id) ?? [];
    steps.push({ state, at: at.getTime(), by, detail });
    byCommand.set(id, steps);
  }
  return byCommand;
}

async function selectTargets(reader: Reader, uids: readonly Uid[]) {
  return reader.db
    .selectFrom('devices')
    .innerJoin('device_states', 'device_states.uid', 'devices.uid')
    .select([
      'devices.uid',
      'devices.group_id',
      linkOfDevice,
      'firmware_version',
      'power_mode',
      'schedule',
      'frequencies',
      'sensitivities',
      'enables',
    ])
    .where('devices.uid', 'in', uids)
    .where(visibleDevices(reader.scope))
    .orderBy('devices.uid')
    .forShare('devices')
    .execute();
}
export type TargetFound = Awaited<ReturnType<typeof selectTargets>>[number];

/** Counts the devices that have not reported yet, under a lock that delays their first report until the change ends. */
async function lockUnheard(reader: Reader, uids: readonly Uid[]): Promise<number> {
  const { rows } = await sql`select uid from device_states
    where uid = any(${writeArray(uids)}::bigint[]) and heard_at is null order by uid for share`.execute(reader.db);
  return rows.length;
}

/** The state that decides whether a device supports a command, locked until the change ends. */
export async function listTargets(reader: Reader, uids: readonly Uid[]): Promise<TargetFound[]> {
  const targets = await selectTargets(reader, uids);
  const unheard = targets.filter((target) => target.is_iridium === null).map(({ uid }) => uid);
  if (unheard.length === 0 || (await lockUnheard(reader, unheard)) === unheard.length) return targets;
  // A first report has set the link meanwhile and rejected only the commands queued until then, so read again.
  return selectTargets(reader, uids);
}

/** The devices whose auto-download flag is on. */
export async function listAutoDownload(reader: Reader, uids: readonly Uid[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ uid: Uid }>`
    select uid from devices where uid = any(${writeArray(uids)}::bigint[]) and is_auto_download`.execute(reader.db);
  return new Set(rows.map(({ uid }) => uid));
}

export async function hasWaveform(reader: Reader, uid: Uid, endOfSnipAt: number): Promise<boolean> {
  const found = await reader.db
    .selectFrom('waveforms')
    .select('uid')
    .where('uid', '=', uid)
    .where('end_of_snip_at', '=', new Date(endOfSnipAt))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether auto-download has ever requested this window, or a pending command of a user requests it. */
export async function isRequested(reader: Reader, { uid, groupId, type, parameters }: CommandDraft): Promise<boolean> {
  const { rows } = await sql<{ is_requested: boolean }>`select exists(
    select from commands where uid = ${uid} and group_id = ${groupId}
      and (source = 'auto-download' or state in ('queued', 'sent') and type = ${type}
        and parameters ->> 'FileType' is not distinct from ${parameters['FileType'] ?? null}::text)
      and parameters ->> 'FileNamesStartDate' <= ${parameters['FileNamesStartDate']}
      and parameters ->> 'FileNamesEndDate' >= ${parameters['FileNamesEndDate']}) as is_requested`.execute(reader.db);
  return rows[0]?.is_requested === true;
}

/** Other stream modes, such as Bluetooth to a relay, do not use the server. */
const STREAMS_OVER_CELLULAR = 2;

/**
 * Whether the device streams or will after its pending commands: by the newest command that counts, else by its reported
 * mode. A start that was deleted or expired in flight counts, because the device may have got it; such a stop does not.
 */
export async function isStreaming(reader: Reader, uid: Uid): Promise<boolean> {
  const { rows } = await sql<{ is_streaming: boolean }>`
    select coalesce(
      (select (parameters -> 'streamEnabled')::boolean from commands
       where uid = ${uid} and type = 'StreamEnable'
         and (state in ('queued', 'sent', 'accepted')
           or state in ('deleted', 'expired') and attempts > 0 and (parameters -> 'streamEnabled')::boolean)
       order by id desc limit 1),
      (select stream_mode = ${STREAMS_OVER_CELLULAR} from device_states where uid = ${uid}),
      false) as is_streaming`.execute(reader.db);
  return rows[0]?.is_streaming === true;
}

import type { Paging } from '@waymark/contract/paging';
import { LISTED_STATES } from '@waymark/commands/life';
import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { findSlice, findSpan } from '../../platform/database/page.ts';
import { linkOfDevice } from '../devices/device-link.queries.ts';
import { visibleDevices } from '../../platform/access/device-access.ts';

/** The commands that the device has not accepted, oldest first. */
export async function listQueue(reader: Reader, uid: number) {
  return reader.db
    .selectFrom('commands')
    .selectAll()
    .where('uid', '=', uid)
    .where('state', 'in', LISTED_STATES)
    .where(inCompany(reader.scope, 'commands.group_id'))
    .orderBy('id')
    .execute();
}

function selectHistory(reader: Reader, uid: number, paging: Paging) {
  const { from, until } = findSpan(paging);
  return reader.db
    .selectFrom('commands')
    .where('uid', '=', uid)
    .where(inCompany(reader.scope, 'commands.group_id'))
    .$if(from !== null, (query) => query.where('queued_at', '>=', new Date(from ?? 0)))
    .$if(until !== null, (query) => query.where('queued_at', '<', new Date(until ?? 0)));
}

/** A page of the device's commands by the time they were queued, with the steps of each. */
export async function listHistory(reader: Reader, uid: number, paging: Paging) {
  const { count } = await selectHistory(reader, uid, paging)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const { offset, limit } = findSlice(paging, count);
  if (limit === 0) return { count, commands: [], steps: new Map<number, StepFound[]>() };
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
  return { count, commands, steps: Map.groupBy(steps, ({ command_id: id }) => id) };
}

async function listSteps(reader: Reader, ids: readonly number[]) {
  return reader.db
    .selectFrom('command_steps')
    .select(['command_id', 'state', 'at', 'user_name', 'detail'])
    .where('command_id', 'in', ids)
    .orderBy('id')
    .execute();
}
type StepFound = Awaited<ReturnType<typeof listSteps>>[number];

async function selectTargets(reader: Reader, uids: readonly number[]) {
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
async function lockUnheard(reader: Reader, uids: readonly number[]): Promise<number> {
  const { rows } = await sql`select uid from device_states
    where uid = any(${writeArray(uids)}::bigint[]) and heard_at is null order by uid for share`.execute(reader.db);
  return rows.length;
}

/** The state that decides whether a device supports a command, locked until the change ends. */
export async function listTargets(reader: Reader, uids: readonly number[]): Promise<TargetFound[]> {
  const targets = await selectTargets(reader, uids);
  const unheard = targets.filter((target) => target.is_iridium === null).map(({ uid }) => uid);
  if (unheard.length === 0 || (await lockUnheard(reader, unheard)) === unheard.length) return targets;
  // A first report has set the link meanwhile and rejected only the commands queued until then, so read again.
  return selectTargets(reader, uids);
}

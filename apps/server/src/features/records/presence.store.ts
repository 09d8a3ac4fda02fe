import type { Uid } from '@waymark/domain/ids';
import { isIridiumConnected, offlineAlarmAt } from '@waymark/domain/presence/presence';
import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { settleLinks } from './first-reports.store.ts';
import { laterArrival } from './newer.ts';
import { pushConnections, type Turn } from './connection-event.ts';
import type { Incoming } from './incoming.ts';

// Changes of presence that neither a status nor a heartbeat reports.

/** A connected device sends at least every 5 minutes; a sleeping device announces it first. */
const SILENT_MS = 15 * 60_000;
/** The clocks of the nodes may differ by this much. */
const CLOCKS_DIFFER_MS = 60_000;

type Heard = Omit<Incoming<never>, 'body'>;

/**
 * Locks the states of all devices of a batch in one order, because its steps lock them in groups: two nodes that store
 * messages of the same devices would deadlock. Later statements see what another node has just committed.
 */
export async function lockStates(change: Change, messages: readonly Pick<Heard, 'uid'>[]): Promise<void> {
  const uids = [...new Set(messages.map(({ uid }) => uid))];
  await sql`select from device_states where uid = any(${writeArray(uids)}::bigint[]) order by uid for no key update`.execute(
    change.db,
  );
}

/** Any message proves that the device is alive; over satellite it also makes the device connected. */
export async function noteHeard(change: Change, heard: readonly Heard[]): Promise<void> {
  const newest = new Map<number, Heard>();
  for (const message of heard) newest.set(message.uid, message);
  const sorted = [...newest.values()].toSorted((one, other) => one.uid - other.uid);
  if (sorted.length === 0) return;
  const { rows } = await sql<{ uid: Uid; is_first: boolean; has_turned: boolean; has_changed_link: boolean }>`
    update device_states s set
      heard_at = ${laterArrival('s.heard_at', sql`v.received_at`)},
      is_connected = s.is_connected or v.is_iridium,
      is_overdue = s.is_overdue and not v.is_iridium,
      is_iridium = s.is_iridium or v.is_iridium
    from (
      select i.uid, to_timestamp(i.received_at / 1000.0) as received_at, i.is_iridium, p.is_connected as was_connected, p.is_iridium as was_iridium,
        p.heard_at is null as is_first
      from unnest(
        ${writeArray(sorted.map(({ uid }) => uid))}::bigint[],
        ${writeArray(sorted.map(({ receivedAt }) => receivedAt))}::float8[],
        ${writeArray(sorted.map(({ link }) => link === 'iridium'))}::boolean[]
      ) as i (uid, received_at, is_iridium)
      join device_states p on p.uid = i.uid
    ) v
    where s.uid = v.uid
    returning s.uid, v.is_first, s.is_connected <> v.was_connected as has_turned, s.is_iridium <> v.was_iridium as has_changed_link`.execute(
    change.db,
  );
  for (const { uid, has_changed_link } of rows) {
    const groupId = newest.get(uid)?.groupId ?? 0;
    if (has_changed_link) change.push('ReceiveCommTypeChange', { groupId, uid }, { uid, isIridium: true });
  }
  await settleLinks(change, rows);
  const turned = rows.filter((row) => row.has_turned);
  await pushConnections(
    change,
    turned.map(({ uid }) => ({ uid, groupId: newest.get(uid)?.groupId ?? 0, kind: 'online', wasConnected: false })),
  );
}

async function readCandidates(change: Change) {
  return change.db
    .selectFrom('device_states')
    .innerJoin('devices', 'devices.uid', 'device_states.uid')
    .select([
      'devices.uid',
      'devices.group_id',
      'is_connected',
      'is_iridium',
      'is_overdue',
      'heard_at',
      'status_at',
      'expected_wakeup_at',
      'power_mode',
      'schedule',
    ])
    .where((eb) => eb.or([eb('is_connected', '=', true), eb('expected_wakeup_at', 'is not', null)]))
    .where('is_overdue', '=', false)
    .orderBy('devices.uid')
    .execute();
}
type Candidate = Awaited<ReturnType<typeof readCandidates>>[number];

/** A connected device that has been silent for too long. Silence counts only while the server was listening. */
function isSilent(device: Candidate, { now, listeningSince }: Watch): boolean {
  const heardAt = Math.max(device.heard_at?.getTime() ?? 0, listeningSince);
  if (device.is_iridium) return !isIridiumConnected(heardAt, device.power_mode, device.schedule, now);
  return now - heardAt > SILENT_MS;
}

/** A sleeping device that has not woken up in time. */
function isOverdue(device: Candidate, { now, listeningSince }: Watch): boolean {
  if (device.expected_wakeup_at === null) return false;
  const wakeupAt = device.expected_wakeup_at.getTime();
  const alarmAt = offlineAlarmAt(wakeupAt, device.status_at?.getTime() ?? wakeupAt);
  return now > Math.max(alarmAt, listeningSince + SILENT_MS);
}

/** A last report in the future means that the clock was set back: silence then counts from now. */
async function countSilenceFrom({ db }: Change, now: number): Promise<void> {
  await db
    .updateTable('device_states')
    .set({ heard_at: new Date(now) })
    .where('heard_at', '>', new Date(now + CLOCKS_DIFFER_MS))
    .execute();
}

export interface Watch {
  readonly now: number;
  /** The time since which the server receives messages: after a start devices need a while to reconnect. */
  readonly listeningSince: number;
}

/** Marks silent and overdue devices and notifies the consoles once per device. Answers how many. */
export async function sweepPresence(change: Change, watch: Watch): Promise<number> {
  const lost: Turn[] = [];
  await countSilenceFrom(change, watch.now);
  for (const device of await readCandidates(change)) {
    const isLost = device.is_connected ? isSilent(device, watch) : isOverdue(device, watch);
    if (!isLost) continue;
    const { numUpdatedRows } = await change.db
      .updateTable('device_states')
      .set({ is_connected: false, is_overdue: true })
      .where('uid', '=', device.uid)
      // Skip a device that has reported meanwhile.
      .where('heard_at', 'is not distinct from', device.heard_at)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) continue;
    lost.push({ uid: device.uid, groupId: device.group_id, kind: 'offline', wasConnected: device.is_connected });
  }
  await pushConnections(change, lost);
  return lost.length;
}

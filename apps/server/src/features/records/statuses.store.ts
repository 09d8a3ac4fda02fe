import type { Status } from '@waymark/device-protocol/mqtt/status';
import { computeFirmwareVersion, parseFirmware } from '@waymark/device-protocol/firmware';
import type { Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { pushConnections, type Turn } from './connection-event.ts';
import { settleLinks } from './first-reports.store.ts';
import { laterArrival } from './newer.ts';
import type { Incoming } from './incoming.ts';
import { notifyReplacedConnections } from './replaced-connections-notice.ts';

/** `connection` is undefined when it came through an external broker. */
type IncomingStatus = Incoming<Status>;

/** The presence of a device after a status. */
interface Presence {
  readonly kind: Turn['kind'];
  readonly isConnected: boolean;
  readonly wakeupAt: number | null;
  readonly shutdownAt: number | null;
  readonly firmwareVersion: number | null;
}

function readFirmware(text: string): number | null {
  const firmware = parseFirmware(text);
  return firmware && computeFirmwareVersion(firmware);
}

function readPresence({ body, receivedAt }: IncomingStatus): Presence {
  const offline = { isConnected: false, wakeupAt: null, shutdownAt: null, firmwareVersion: null } as const;
  if (body.online === 1)
    return { ...offline, kind: 'online', isConnected: true, firmwareVersion: readFirmware(body.fw) };
  if (body.why === 'sleep') return { ...offline, kind: 'sleepReport', wakeupAt: body.until };
  if (body.why === 'shutdown') return { ...offline, kind: 'shutdown', shutdownAt: Math.min(body.t, receivedAt) };
  return { ...offline, kind: 'offline' };
}

/** A status in the form of the statement below. */
function toRow(status: IncomingStatus) {
  const { kind, isConnected, wakeupAt, shutdownAt, firmwareVersion } = readPresence(status);
  const { connection } = status;
  return {
    uid: status.uid,
    received_at: status.receivedAt / 1000,
    is_connected: isConnected,
    is_lost: kind === 'offline',
    is_bluetooth: status.body.via === 'bt',
    wakeup_at: wakeupAt === null ? null : wakeupAt / 1000,
    shutdown_at: shutdownAt === null ? null : shutdownAt / 1000,
    firmware_version: firmwareVersion,
    connection: connection?.id ?? null,
    client_id: connection?.clientId ?? null,
    node_id: connection?.nodeId ?? null,
    since: connection === undefined ? null : connection.since / 1000,
  };
}

function selectRows(statuses: readonly IncomingStatus[]) {
  return sql`
    select uid, to_timestamp(received_at) as received_at, is_connected, is_lost, is_bluetooth,
      to_timestamp(wakeup_at) as wakeup_at, to_timestamp(shutdown_at) as shutdown_at, firmware_version,
      connection, client_id, node_id, to_timestamp(since) as since
    from jsonb_to_recordset(${JSON.stringify(statuses.map(toRow))}::jsonb) as t (
      uid bigint, received_at float8, is_connected boolean, is_lost boolean, is_bluetooth boolean,
      wakeup_at float8, shutdown_at float8, firmware_version float8,
      connection uuid, client_id text, node_id uuid, since float8
    )`;
}

interface Changed {
  readonly uid: Uid;
  readonly is_first: boolean | null;
  readonly was_iridium: boolean | null;
  readonly has_turned: boolean | null;
  readonly was_connected: boolean | null;
  readonly replaced_client: string | null;
  readonly replaced_id: string | null;
}

/** Nodes update `seen_at` every 15 s. */
const NODE_IS_GONE_AFTER = '60 seconds';

/**
 * Stores one status per device, whose state is locked. Arrival decides the order, because a last will has no time; between connections the
 * latest sign-in wins. The end of a connection changes nothing while another live connection carries the device, or
 * after the device has announced that it sleeps or shuts down.
 */
async function storeRound(change: Change, statuses: readonly IncomingStatus[]): Promise<readonly Changed[]> {
  const { rows } = await sql<Changed>`
    with given as (${selectRows(statuses)}),
    held as (
      insert into device_connections as c (uid, client_id, id, node_id, since)
      select uid, client_id, connection, node_id, since from given where is_connected and connection is not null order by uid
      on conflict (uid, client_id) do update set id = excluded.id, node_id = excluded.node_id, since = excluded.since
      where c.since <= excluded.since or c.since > clock_timestamp()
      returning uid
    ),
    ended as (
      delete from device_connections c using given g
      where c.uid = g.uid and not g.is_connected and (not g.is_lost or c.id = g.connection)
    ),
    judged as (
      select g.*, old.id as old_id, old.node_id as old_node_id, held.uid is not null as is_held,
        g.is_lost and exists (
          select 1 from device_connections c join nodes n on n.id = c.node_id
          where c.uid = g.uid and c.id is distinct from g.connection and n.seen_at > now() - interval '${sql.raw(NODE_IS_GONE_AFTER)}'
        ) as is_brought_by_another
      from given g
      left join held on held.uid = g.uid
      left join device_connections old on old.uid = g.uid and old.client_id = g.client_id
    ),
    changed as (
      update device_states s set
        heard_at = ${laterArrival('s.heard_at', sql`g.received_at`)},
        status_at = ${laterArrival('p.status_at', sql`g.received_at`)},
        is_connected = g.is_connected,
        is_overdue = false,
        is_bluetooth = g.is_bluetooth,
        is_iridium = false,
        stream_mode = case when g.is_bluetooth then 3 when s.stream_mode = 3 then null else s.stream_mode end,
        expected_wakeup_at = g.wakeup_at,
        shutdown_at = g.shutdown_at,
        firmware_version = coalesce(g.firmware_version, s.firmware_version)
      from judged g
      join device_states p on p.uid = g.uid
      where s.uid = g.uid
        and case
          when g.is_lost then p.is_connected and p.is_bluetooth is not distinct from g.is_bluetooth and not g.is_brought_by_another
          when g.is_connected and g.connection is not null then g.is_held
          else true
        end
        and (p.status_at is null or p.status_at <= g.received_at or p.status_at > clock_timestamp() or (g.is_held and g.old_id is distinct from g.connection))
      returning g.uid, p.heard_at is null as is_first, p.is_iridium as was_iridium, p.is_connected as was_connected, (p.is_connected, p.is_bluetooth, p.expected_wakeup_at, p.shutdown_at, p.firmware_version)
        is distinct from (s.is_connected, s.is_bluetooth, s.expected_wakeup_at, s.shutdown_at, s.firmware_version) as has_turned
    )
    select judged.uid, changed.is_first, changed.was_iridium, changed.was_connected, changed.has_turned,
      case when is_held and old_node_id <> node_id then client_id end as replaced_client,
      case when is_held and old_node_id <> node_id then old_id end as replaced_id
    from judged left join changed on changed.uid = judged.uid`.execute(change.db);
  return rows;
}

/** Stores several statuses of one device one after the other. */
function* listRounds(statuses: readonly IncomingStatus[]): Generator<ReadonlyMap<number, IncomingStatus>> {
  for (let left = statuses; left.length > 0;) {
    const round = new Map<number, IncomingStatus>();
    const later: IncomingStatus[] = [];
    for (const status of left) {
      if (round.has(status.uid)) later.push(status);
      else round.set(status.uid, status);
    }
    yield round;
    left = later;
  }
}

export async function storeStatuses(change: Change, statuses: readonly IncomingStatus[]): Promise<void> {
  for (const round of listRounds(statuses)) {
    const sorted = [...round.values()].toSorted((one, other) => one.uid - other.uid);
    const rows = await storeRound(change, sorted);
    const turns: Turn[] = [];
    for (const { uid, was_iridium: wasIridium, has_turned: hasTurned, was_connected: wasConnected } of rows) {
      const status = round.get(uid);
      if (!status) continue;
      const audience = { groupId: status.groupId, uid };
      if (wasIridium === true) change.push('ReceiveCommTypeChange', audience, { uid, isIridium: false });
      if (hasTurned === true)
        turns.push({ ...audience, kind: readPresence(status).kind, wasConnected: wasConnected === true });
    }
    await settleLinks(change, rows);
    await pushConnections(change, turns);
    await notifyReplacedConnections(
      change,
      rows.flatMap(({ replaced_client: clientId, replaced_id: id }) =>
        clientId === null || id === null ? [] : [{ clientId, id }],
      ),
    );
  }
}

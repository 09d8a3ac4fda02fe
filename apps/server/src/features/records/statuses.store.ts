import type { Status } from '@waymark/device-protocol/mqtt/status';
import { computeFirmwareVersion, parseFirmware } from '@waymark/device-protocol/firmware';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { pushConnections } from './connection-event.ts';
import type { Incoming } from './incoming.ts';

type IncomingStatus = Incoming<Status>;

/** What a status makes of the device's presence. */
interface Presence {
  readonly kind: 'online' | 'offline' | 'sleepReport' | 'shutdown';
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

const instant = (at: number | null) => sql`to_timestamp(${at === null ? null : at / 1000}::float8)`;

/**
 * A device comes, sleeps, shuts down or is lost. Arrival decides the order, because a last will carries no time.
 * A connection that is lost after the device has come back by another link, or has said why it went, changes nothing.
 */
export async function storeStatus(change: Change, status: IncomingStatus): Promise<void> {
  const presence = readPresence(status);
  const isBluetooth = status.body.via === 'bt';
  const isLost = presence.kind === 'offline';
  const { rows } = await sql<{ has_turned: boolean; was_iridium: boolean }>`
    update device_states s set
      heard_at = greatest(s.heard_at, ${instant(status.receivedAt)}),
      status_at = ${instant(status.receivedAt)},
      is_connected = ${presence.isConnected},
      is_overdue = false,
      is_bluetooth = ${isBluetooth},
      is_iridium = false,
      stream_mode = case when ${isBluetooth} then 3 when s.stream_mode = 3 then null else s.stream_mode end,
      expected_wakeup_at = ${instant(presence.wakeupAt)},
      shutdown_at = ${instant(presence.shutdownAt)},
      firmware_version = coalesce(${presence.firmwareVersion}::float8, s.firmware_version)
    from device_states p
    where s.uid = ${status.uid} and p.uid = s.uid
      and (p.status_at is null or p.status_at <= ${instant(status.receivedAt)})
      and not (${isLost} and (not p.is_connected or p.is_bluetooth is distinct from ${isBluetooth}))
    returning p.is_iridium as was_iridium, (p.is_connected, p.is_bluetooth, p.expected_wakeup_at, p.shutdown_at, p.firmware_version)
      is distinct from (s.is_connected, s.is_bluetooth, s.expected_wakeup_at, s.shutdown_at, s.firmware_version) as has_turned`.execute(
    change.db,
  );
  const audience = { groupId: status.groupId, uid: status.uid };
  if (rows[0]?.was_iridium) change.push('ReceiveCommTypeChange', audience, { uid: status.uid, isIridium: false });
  if (rows[0]?.has_turned) await pushConnections(change, [{ ...audience, kind: presence.kind }]);
}

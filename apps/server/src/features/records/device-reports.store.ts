import type { Ack, Carrier, DeviceError, Disk, GpsFix } from '@waymark/device-protocol/mqtt/device-report';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { toMillimetres, type Incoming } from './incoming.ts';
import { countRecord } from './record-counts.store.ts';
import * as commands from '../commands/commands.api.ts';

// Short reports: errors, positions, acknowledgements, the carrier and the disk.

type Times = { readonly t: number };
const recordOf = ({ uid, groupId, receivedAt, body }: Incoming<Times>) => ({
  uid,
  at: new Date(body.t),
  group_id: groupId,
  received_at: new Date(receivedAt),
});

export async function storeError(change: Change, incoming: Incoming<DeviceError>): Promise<void> {
  const { uid, groupId, body } = incoming;
  const inserted = await change.db
    .insertInto('device_errors')
    .values({ ...recordOf(incoming), code: body.code, detail: body.detail })
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .executeTakeFirst();
  if (!inserted) return;
  await countRecord(change, 'error', { uid, groupId, at: body.t });
  change.push(
    'ReceiveCommandResponse',
    { groupId, uid },
    {
      uid,
      command: {
        commandId: null,
        commandType: 'Error',
        timeStampAck: formatUtcSecond(body.t),
        parameters: { code: body.code, detail: body.detail },
      },
      kind: 'error',
    },
  );
}

export async function storeGpsFix(change: Change, incoming: Incoming<GpsFix>): Promise<void> {
  const { uid, groupId, body } = incoming;
  const altitude = toMillimetres(body.alt);
  const inserted = await change.db
    .insertInto('gps_fixes')
    .values({
      ...recordOf(incoming),
      lat: body.lat,
      lon: body.lon,
      altitude_mm: altitude,
      satellite_count: body.satelliteCount,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .executeTakeFirst();
  if (!inserted) return;
  await countRecord(change, 'gps', { uid, groupId, at: body.t });
  change.push(
    'ReceiveCommandResponse',
    { groupId, uid },
    {
      uid,
      command: {
        commandId: null,
        commandType: 'GpsFix',
        timeStampAck: formatUtcSecond(body.t),
        parameters: { lat: body.lat, lon: body.lon, altitude, satelliteCount: body.satelliteCount },
      },
      kind: 'gpsFix',
    },
  );
}

export async function storeAck(change: Change, incoming: Incoming<Ack>): Promise<void> {
  const { uid, groupId, body } = incoming;
  const inserted = await change.db
    .insertInto('command_acks')
    .values({ ...recordOf(incoming), command_id: body.id, status: body.status, detail: body.detail })
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .executeTakeFirst();
  if (!inserted) return;
  await commands.storeDeviceAnswer(change, {
    uid,
    groupId,
    commandId: body.id,
    status: body.status,
    detail: body.detail,
    at: body.t,
  });
}

export async function storeCarrier(change: Change, { uid, groupId, body }: Incoming<Carrier>): Promise<void> {
  const { rows } = await sql`
    update device_states set active_carrier = ${body.activeCarrier}, primary_carrier = ${body.primaryCarrier},
      registration_status = ${body.registrationStatus}
    where uid = ${uid} and (active_carrier, primary_carrier, registration_status)
      is distinct from (${body.activeCarrier}, ${body.primaryCarrier}, ${body.registrationStatus})
    returning uid`.execute(change.db);
  if (rows.length > 0) change.push('ReceiveCellularCarrierInfo', { groupId, uid }, { uid, ...body });
}

export async function storeDisk(change: Change, { uid, groupId, body }: Incoming<Disk>): Promise<void> {
  const values = [body.diskUseMBytes, body.diskSizeMBytes, body.numberOfflineFiles, body.numberOnlineFiles];
  const { rows } = await sql`
    update device_states set (disk_use_mb, disk_size_mb, offline_files, online_files, disk_share) = (${sql.join(values)}, null)
    where uid = ${uid} and (disk_use_mb, disk_size_mb, offline_files, online_files, disk_share) is distinct from (${sql.join(values)}, null)
    returning uid`.execute(change.db);
  if (rows.length > 0) change.push('ReceiveDiskUse', { groupId, uid }, { uid, ...body });
}

import type { DeviceInfo } from '@waymark/device-protocol/mqtt/device-info';
import { computeFirmwareVersion } from '@waymark/device-protocol/firmware';
import type { ControlSettings, SettingsResponse } from '@waymark/device-protocol/mqtt/settings-response';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import type { Incoming } from './incoming.ts';
import { mergeList } from '../../platform/database/array-literal.ts';
import { isNotOlder } from './newer.ts';
import { countRecord } from './record-counts.store.ts';
import * as commands from '../commands/commands.api.ts';

// Stores the settings and the firmware that a device reports.

function keepSaid(settings: ControlSettings): Record<string, number> {
  return Object.fromEntries(Object.entries(settings).filter((entry): entry is [string, number] => entry[1] !== null));
}

/** The stream mode: off, or the link that carried the answer. */
function readStreamMode({ body, link }: Incoming<ControlSettings>): number | null {
  if (body.streamEnable === null) return null;
  if (body.streamEnable === 0) return 0;
  return link === 'bluetooth' ? 3 : 2;
}

/** Updates the last settings; true when a mode has changed. */
async function updateLastSettings(change: Change, incoming: Incoming<SettingsResponse>): Promise<boolean> {
  const { uid, body } = incoming;
  const { rows } = await sql<{ has_changed: boolean }>`
    update device_states s set
      settings_at = ${new Date(body.t)},
      power_mode = coalesce(${body.powerMode}::smallint, s.power_mode),
      schedule = coalesce(${body.connectionSchedule}::smallint, s.schedule),
      record_mode = coalesce(${body.recordMode}::smallint, s.record_mode),
      geo_mode = coalesce(${body.geoMode}::smallint, s.geo_mode),
      stream_mode = coalesce(${readStreamMode(incoming)}::smallint, s.stream_mode),
      psg_state = coalesce(${body.psgState}::smallint, s.psg_state),
      psg_size = coalesce(${body.psgSize}::smallint, s.psg_size),
      frequencies = ${mergeList('s.frequencies', [body.frequency0Setting, body.frequency1Setting, body.frequency2Setting, body.frequency3Setting])},
      sensitivities = ${mergeList('s.sensitivities', [body.sensitivity0, body.sensitivity1, body.sensitivity2, body.sensitivity3])},
      enables = ${mergeList('s.enables', [body.enable0, body.enable1, body.enable2, body.enable3])}
    from device_states p
    where s.uid = ${uid} and p.uid = s.uid and ${isNotOlder('p.settings_at', { at: sql`${new Date(body.t)}::timestamptz`, receivedAt: sql`${new Date(incoming.receivedAt)}::timestamptz` })}
    returning (s.power_mode, s.schedule, s.record_mode, s.geo_mode, s.psg_size)
      is distinct from (p.power_mode, p.schedule, p.record_mode, p.geo_mode, p.psg_size) as has_changed`.execute(
    change.db,
  );
  return rows[0]?.has_changed ?? false;
}

/** A satellite heartbeat carries a few modes; it is not a settings response and is not stored as one. */
function isPartOfHeartbeat({ link, body }: Incoming<SettingsResponse>): boolean {
  return link === 'iridium' && body.id === null && body.frequency0Setting === null && body.enable0 === null;
}

/** The requested data also accepts the command that requested it. */
async function tellAnswered(
  change: Change,
  { uid, groupId }: Pick<Incoming<never>, 'uid' | 'groupId'>,
  commandId: number | null,
  at: number,
): Promise<void> {
  if (commandId !== null)
    await commands.storeDeviceAnswer(change, { uid, groupId, commandId, status: 0, detail: 0, at });
}

export async function storeSettings(change: Change, incoming: Incoming<SettingsResponse>): Promise<void> {
  const { uid, groupId, body } = incoming;
  const { t, id, ...settings } = body;
  const said = keepSaid(settings);
  const response = {
    commandId: id,
    commandType: 'ControlSettings',
    timeStampAck: formatUtcSecond(t),
    parameters: { ...said, streamMode: readStreamMode(incoming) },
  };
  if (isPartOfHeartbeat(incoming)) {
    const hasChanged = await updateLastSettings(change, incoming);
    if (hasChanged) change.push('ReceiveCommandResponse', { groupId, uid }, { uid, command: response });
    return;
  }
  const inserted = await change.db
    .insertInto('control_responses')
    .values({
      uid,
      at: new Date(t),
      group_id: groupId,
      received_at: new Date(incoming.receivedAt),
      command_id: id,
      settings: JSON.stringify(said),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .executeTakeFirst();
  if (!inserted) return;
  await countRecord(change, 'control', { uid, groupId, at: t });
  await updateLastSettings(change, incoming);
  await tellAnswered(change, incoming, id, t);
  change.push(
    'ReceiveCommandResponse',
    { groupId, uid },
    {
      uid,
      command: response,
      kind: 'controlSetting',
    },
  );
}

export async function storeInfo(
  change: Change,
  { uid, groupId, receivedAt, body }: Incoming<DeviceInfo>,
): Promise<void> {
  const { t, id, ...info } = body;
  const inserted = await change.db
    .insertInto('device_infos')
    .values({
      uid,
      at: new Date(t),
      group_id: groupId,
      received_at: new Date(receivedAt),
      command_id: id,
      firmware_major: body.firmwareMajorVersion,
      firmware_minor: body.firmwareMinorVersion,
      protocol_version: body.protocolVersion,
      hardware_major: body.hardwareMajorVersion,
      hardware_minor: body.hardwareMinorVersion,
      product_number: body.productNumber,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .executeTakeFirst();
  if (!inserted) return;
  await countRecord(change, 'info', { uid, groupId, at: t });
  await tellAnswered(change, { uid, groupId }, id, t);
  const firmwareVersion = computeFirmwareVersion({
    major: body.firmwareMajorVersion,
    minor: body.firmwareMinorVersion,
  });
  await change.db
    .updateTable('device_states')
    .set({ info_at: new Date(t), firmware_version: firmwareVersion, product_number: body.productNumber })
    .where('uid', '=', uid)
    .where((eb) => eb.or([eb('info_at', 'is', null), eb('info_at', '<=', new Date(t))]))
    .execute();
  change.push(
    'ReceiveCommandResponse',
    { groupId, uid },
    {
      uid,
      command: {
        commandId: id,
        commandType: 'DeviceInfo',
        timeStampAck: formatUtcSecond(t),
        parameters: { ...info, firmwareVersion },
      },
      kind: 'deviceInfo',
    },
  );
}

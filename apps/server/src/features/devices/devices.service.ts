import type { Uid } from '@waymark/domain/ids';
import { isHeartbeatActive } from '@waymark/domain/presence/presence';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { findNewestPassage } from '../history/passages.queries.ts';
import { clearRecords, type ClearableKind } from './clear-records.store.ts';
import { hasDevice, lockDevice } from '../../platform/access/device-access.ts';
import { findDevice } from './devices.queries.ts';
import { storeAutoDownload } from './devices.store.ts';
import { writeDeviceDetail } from './devices.wire.ts';

async function loadDevice(reader: Reader, uid: Uid) {
  const found = await findDevice(reader, uid);
  if (!found) throw problem('device-not-found');
  return found;
}

export async function readDevice(reader: Reader, uid: Uid) {
  return writeDeviceDetail(await loadDevice(reader, uid));
}

export async function readLastPassage(reader: Reader, uid: Uid) {
  if (!(await hasDevice(reader, uid))) throw problem('device-not-found');
  return findNewestPassage(reader, uid);
}

export async function readHeartbeatActivity(reader: Reader, uid: Uid, now: number) {
  const { heartbeat_at: heartbeatAt, power_mode: powerMode, schedule } = await loadDevice(reader, uid);
  const lastAt = heartbeatAt?.getTime() ?? null;
  return {
    uid,
    isHeartbeatActive: isHeartbeatActive(lastAt, powerMode, schedule, now),
    lastHeartbeat: lastAt === null ? null : formatUtcSecond(lastAt),
  };
}

export async function setAutoDownload(
  database: Database,
  origin: ChangeOrigin,
  uid: Uid,
  isAutoDownload: boolean,
): Promise<void> {
  await database.change(origin, async (change) => {
    const device = await lockDevice({ scope: change.scope, db: change.db }, uid);
    if (!device) throw problem('device-not-found');
    await storeAutoDownload(change, device, isAutoDownload);
    change.push('ReceiveDownloadMode', { groupId: device.group_id, uid }, { uid, isAutoDownload });
  });
}

/** Deletes records of a device and answers their number. Last values do not change. */
export async function clearDevice(
  database: Database,
  origin: ChangeOrigin,
  uid: Uid,
  kind: ClearableKind,
): Promise<number> {
  return database.change(origin, async (change) => {
    const device = await lockDevice({ scope: change.scope, db: change.db }, uid);
    if (!device) throw problem('device-not-found');
    const deleted = await clearRecords(change, kind, uid);
    await change.audit({
      action: 'records-cleared',
      objectType: 'device',
      objectId: uid,
      groupId: device.group_id,
      after: { kind, deleted },
    });
    return deleted;
  });
}

import type { DeviceReadiness } from '@waymark/contract/routes/paths';
import type { CompanyId, Uid } from '@waymark/domain/ids';
import type { ReadinessFault } from '@waymark/domain/path/readiness';
import type { Run } from '@waymark/domain/run/run';
import type { SheetDevice } from '@waymark/domain/shift/handover';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import { judgeDevices } from '../paths/paths.api.ts';

/** Faults that matter while no pig is on the line: the others belong to the check before a launch. */
const AT_REST: readonly ReadinessFault[] = ['offline', 'never-heard-from', 'battery-low', 'clock-off'];

type Watched = Pick<SheetDevice, 'runName' | 'pig'>;

const toSheetDevice = (device: DeviceReadiness, { runName, pig }: Watched): SheetDevice => ({
  uid: device.uid,
  runName,
  pig,
  markerName: device.markerName,
  faults: device.faults,
  lastHeartbeatAt: device.lastHeartbeat,
  batteryMv: device.batteryMv,
  recordMode: device.recordMode,
  distanceToMarker: device.distanceToMarker,
  clockOffset: device.clockOffset,
});

async function listOfRun(reader: Reader, { path, pig }: Run, now: number): Promise<SheetDevice[]> {
  const devices = await judgeDevices(reader, path, now);
  return devices
    .filter(({ faults }) => faults.length > 0)
    .map((device) => toSheetDevice(device, { runName: path.name, pig }));
}

/** The devices of the company's paths that watch none of these runs. */
async function listUidsAtRest({ db, scope }: Reader, groupId: CompanyId, runs: readonly Run[]): Promise<Uid[]> {
  const rows = await db
    .selectFrom('pig_path_devices')
    .select('uid')
    .distinct()
    .where('group_id', '=', groupId)
    .where(inCompany(scope, 'pig_path_devices.group_id'))
    .orderBy('uid')
    .execute();
  const watching = new Set(runs.flatMap(({ path }) => path.agms));
  return rows.map(({ uid }) => uid).filter((uid) => !watching.has(uid));
}

async function listAtRest(reader: Reader, uids: readonly Uid[], now: number): Promise<SheetDevice[]> {
  const devices = await judgeDevices(reader, { agms: uids, markers: [], offlineAgms: {} }, now);
  return devices
    .map((device) => ({ ...device, faults: device.faults.filter((fault) => AT_REST.includes(fault)) }))
    .filter(({ faults }) => faults.length > 0)
    .map((device) => toSheetDevice(device, { runName: null, pig: null }));
}

/** Devices of active runs come first, in the order of their lines. */
export async function listTroubles(
  reader: Reader,
  groupId: CompanyId,
  runs: readonly Run[],
  now: number,
): Promise<SheetDevice[]> {
  const found: SheetDevice[] = [];
  for (const run of runs) found.push(...(await listOfRun(reader, run, now)));
  return [...found, ...(await listAtRest(reader, await listUidsAtRest(reader, groupId, runs), now))];
}

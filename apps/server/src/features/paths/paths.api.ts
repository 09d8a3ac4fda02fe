import type { DeviceReadiness } from '@waymark/contract/routes/paths';
import type { PathId, Uid } from '@waymark/domain/ids';
import type { PigPath } from '@waymark/domain/path/pig-path';
import { judgeReadiness, type DeviceState } from '@waymark/domain/path/readiness';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Reader } from '../../platform/database/database.ts';
import { readPath } from './paths.service.ts';
import { findClockOffsets, listDeviceStates } from './readiness.queries.ts';

type StateRow = Awaited<ReturnType<typeof listDeviceStates>>[number];
/** The parts of a path, or of a run, that say where its devices stand. */
type Path = Pick<PigPath, 'agms' | 'markers' | 'offlineAgms'>;

const writeSecond = (at: number | null) => (at === null ? null : formatUtcSecond(at));

/** The reported place, else the one stored when the path was made, else the one of its setup. */
function placeOf(row: StateRow | undefined, offline: { readonly lat: number; readonly lon: number } | undefined) {
  if (row && row.lat !== null && row.lon !== null) return { lat: row.lat, lon: row.lon };
  if (offline) return offline;
  return row && (row.start_lat !== 0 || row.start_lon !== 0) ? { lat: row.start_lat, lon: row.start_lon } : null;
}

function toState(
  uid: Uid,
  row: StateRow | undefined,
  { offlineAgms }: Path,
  clockOffsetMs: number | undefined,
): DeviceState {
  return {
    uid,
    isConnected: row?.is_connected ?? false,
    wakesAt: row?.expected_wakeup_at?.getTime() ?? null,
    lastHeartbeatAt: row?.heartbeat_at?.getTime() ?? null,
    batteryMv: row?.battery_mv ?? null,
    enables: row?.enables ?? null,
    frequencies: row?.frequencies ?? null,
    recordMode: row?.record_mode ?? null,
    place: placeOf(row, offlineAgms[String(uid)]),
    clockOffsetMs: clockOffsetMs ?? null,
  };
}

function writeReadiness(state: DeviceState, { markers }: Path, now: number): DeviceReadiness {
  const { faults, detectors, ...judged } = judgeReadiness(state, markers, now);
  return {
    uid: state.uid,
    ...judged,
    wakesAt: judged.presence === 'asleep' ? writeSecond(state.wakesAt) : null,
    lastHeartbeat: writeSecond(state.lastHeartbeatAt),
    batteryMv: state.batteryMv,
    detectors: [...detectors],
    recordMode: state.recordMode,
    clockOffset: state.clockOffsetMs === null ? null : state.clockOffsetMs / 1000,
    faults: [...faults],
  };
}

export async function readReadiness(reader: Reader, pathId: PathId, now: number): Promise<DeviceReadiness[]> {
  return judgeDevices(reader, await readPath(reader, pathId), now);
}

/** In the order of the markers along the line; devices without a marker come last. */
export async function judgeDevices(reader: Reader, path: Path, now: number): Promise<DeviceReadiness[]> {
  const [rows, offsets] = await Promise.all([listDeviceStates(reader, path.agms), findClockOffsets(reader, path.agms)]);
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  const places = new Map(path.markers.map(({ name }, at) => [name, at]));
  const placeOn = ({ markerName }: DeviceReadiness) =>
    markerName === null ? Infinity : (places.get(markerName) ?? Infinity);
  return path.agms
    .map((uid) => writeReadiness(toState(uid, byUid.get(uid), path, offsets.get(uid)), path, now))
    .toSorted((one, other) => placeOn(one) - placeOn(other) || one.uid - other.uid);
}

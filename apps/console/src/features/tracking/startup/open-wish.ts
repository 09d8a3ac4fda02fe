import { isLocated } from '@waymark/domain/device/location';
import { findMarker } from '@waymark/domain/run/run';
import { callApi } from '#/api/client.ts';
import { isApiError } from '#/api/api-error.ts';
import { DEVICE_ZOOM, PLACE_ZOOM } from '#/map/camera/map-limits.ts';
import { hideRuns } from '#/map/tiles/layer-choice.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { openPassageWindow } from '#/features/devices/windows/device-windows.ts';
import { selectDevice } from '#/features/devices/store/selection.ts';
import { tellLogged } from '#/features/runs/tell-logged.ts';
import { readServerNow } from '#/features/runs/change-run.ts';
import { findTracked, useRuns } from '#/features/runs/runs-store.ts';
import { drawPig } from '../map/pig-place.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { selectMarker, selectRun } from '#/features/runs/run-selection.ts';
import { askFlight } from './first-flight.ts';
import type { StartupWish } from './startup.view.ts';

function findRun({ runId, markerName }: StartupWish): TrackedRun | undefined {
  if (runId !== null) return findTracked(runId);
  return markerName === null ? undefined : useRuns.getState().runs.find(({ run }) => findMarker(run, markerName));
}

function openRun(wish: StartupWish): void {
  const tracked = findRun(wish);
  if (!tracked) return;
  const { run } = tracked;
  const marker = findMarker(run, wish.markerName);
  // A user who follows a link to a run wants to see it.
  hideRuns(false);
  if (marker) selectMarker(run.runId, marker.name);
  else selectRun(run.runId);
  const { lat, lon } = marker ?? drawPig(tracked, undefined, readServerNow()).place;
  askFlight({ lat, lon, zoom: PLACE_ZOOM });
}

function openDevice(uid: number): void {
  const device = deviceStore.get(uid);
  if (!device) return;
  selectDevice(uid);
  if (isLocated(device)) askFlight({ lat: device.lat, lon: device.lon, zoom: DEVICE_ZOOM });
}

async function findUid(passageId: number): Promise<number | null> {
  try {
    return (await callApi('GET /apexagm/GetDeviceUidForPassageId', { query: { passageId } })).uid;
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) tellLogged('The passage was not opened', error);
    return null;
  }
}

async function openPassage(passageId: number, known: number | null): Promise<void> {
  const uid = known ?? (await findUid(passageId));
  if (uid !== null) openPassageWindow({ uid, passageId, source: 'selected_passage' });
}

/** Opens the targets in the address, once runs and devices are loaded. */
export async function openWish(wish: StartupWish): Promise<void> {
  openRun(wish);
  if (wish.uid !== null) openDevice(wish.uid);
  if (wish.passageId !== null) await openPassage(wish.passageId, wish.uid);
}

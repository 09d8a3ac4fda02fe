import { useQueryClient, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { ADMINS } from '@waymark/contract/roles';
import { isLocated } from '@waymark/domain/device/location';
import { findMarker } from '@waymark/domain/run/run';
import { loadPart } from '#/api/load-part.ts';
import { forgetFinished } from '#/features/runs/finished-store.ts';
import { cancelReports } from '#/features/finished-runs/report-files.ts';
import { restoreAfterEdits } from '#/features/finished-runs/restore-after-edits.ts';
import { RunCards } from './cards/RunCards.tsx';
import { PlaceCard } from './dialogs/PlaceCard.tsx';
import { RunDialogs } from './dialogs/RunDialogs.tsx';
import { MarkerCard } from './marker/MarkerCard.tsx';
import { MarkerDialogs } from './marker/MarkerDialogs.tsx';
import { restoreAfterDevices } from './restore-after-devices.ts';
import { PassageDialogs } from './passages/PassageDialogs.tsx';
import { loadRuns, startRuns } from '#/features/runs/runs.loading.ts';
import { useStringlines } from '#/features/runs/stringline-store.ts';
import { forgetTracking, minimiseCard, selectMarker, selectRun, useTracking } from '#/features/runs/run-selection.ts';
import { startBoard, toggleBoard, useRunWindows } from '#/features/runs/run-windows.ts';
import { useRuns, findTracked } from '#/features/runs/runs-store.ts';
import { reloadDevices } from '#/features/devices/store/devices.data.ts';
import { shownUserQuery } from '#/features/notifications/current-user.data.ts';
import { startPassageGuides } from './guide-passages.ts';
import { followNotified } from './notified-runs.ts';
import { logFailure, isApiError } from '#/api/api-error.ts';
import { isRestoreDue } from '#/live/idle.ts';
import { useOnline } from '#/live/online-store.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { readWish, type StartupWish } from './startup/startup.view.ts';
import { callApi } from '#/api/client.ts';
import { DEVICE_ZOOM, PLACE_ZOOM } from '#/map/camera/last-view.ts';
import { hideRuns } from '#/map/tiles/layer-choice.ts';
import { openPassageWindow } from '#/features/devices/windows/device-windows.ts';
import { selectDevice } from '#/features/devices/store/selection.ts';
import { tellLogged } from '#/ui/toast/toasts.ts';
import { readServerNow } from '#/features/runs/change-run.ts';
import { showBox } from '#/map/map-commands.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { drawPig } from './map/pig-place.ts';
import { boundsOf } from './map/run-bounds.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { t } from '#/language/t.ts';
import { askFlight } from './startup/first-flight.ts';
import { useLaterQueries } from '#/features/session/entry/startup-query.ts';
import styles from './TrackedRuns.module.css';

/** Interval of the check for user activity. */
const LOOK_MS = 10_000;

const INPUTS = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;

const StringlineWindows = lazy(async () => ({
  default: (await loadPart(() => import('./stringline/StringlineWindow.tsx'))).StringlineWindows,
}));

interface TrackedRunsProps {
  /** Width and height of the map's edges that drawer and table cover, in px. */
  readonly coveredLeft: number;
  readonly coveredBottom: number;
  /** Returns the targets in the address, once. */
  readonly takeStartup: () => Readonly<Record<string, string>>;
}

/** The active runs over the map: their cards, the card of a marker, and what opens from them. */
export function TrackedRuns({ coveredLeft, coveredBottom, takeStartup }: TrackedRunsProps) {
  const queryClient = useQueryClient();
  const isStringlineOpen = useStringlines(({ open }) => open.length > 0);
  useEffect(() => {
    const stops = [
      startRuns(queryClient),
      restoreAfterDevices(loadRuns),
      restoreAfterEdits(queryClient),
      keepRestored(loadRuns),
      startBoard(),
    ];
    return () => {
      for (const stop of stops) stop();
      forgetTracking();
      forgetFinished();
      cancelReports();
    };
  }, [queryClient]);
  useNotified();
  useLaunchShown();
  useStartup(takeStartup);
  return (
    <>
      <div className={styles.layer} style={{ left: coveredLeft, bottom: coveredBottom }}>
        <RunCards />
        <MarkerCard />
        <PlaceCard />
      </div>
      <ActiveRunCount />
      <RunDialogs />
      <MarkerDialogs />
      <PassageDialogs />
      <Suspense>{isStringlineOpen && <StringlineWindows />}</Suspense>
    </>
  );
}

/** In the top bar, beside the clock; opens the board. */
function ActiveRunCount() {
  const count = useRuns(({ runs }) => runs.length);
  const isOpen = useRunWindows(({ isBoardOpen }) => isBoardOpen);
  const place = document.getElementById('beside-clock');
  if (count === 0 || !place) return null;
  const words = t('{count} active run|{count} active runs', { count });
  return createPortal(
    <button
      type="button"
      className={styles.count}
      title={t('Board of runs (R)')}
      aria-label={words}
      aria-pressed={isOpen}
      onClick={toggleBoard}
    >
      <Icon name="columns" size={14} />
      <span>{words.split(' ')[0]}</span> <span className={styles.words}>{words.split(' ').slice(1).join(' ')}</span>
    </button>,
    place,
  );
}

/** Shows the line of a run that was just launched, and its card in full, once the run is loaded. */
function useLaunchShown(): void {
  const launchedId = useTracking((tracking) => (tracking.isLaunchShown ? null : tracking.launchedId));
  const launched = useRuns(({ runs }) => runs.find(({ run }) => run.runId === launchedId));
  useEffect(() => {
    if (!launched) return;
    useTracking.setState({ isLaunchShown: true });
    hideRuns(false);
    minimiseCard(launched.run.runId, false);
    showBox(boundsOf(launched.course));
  }, [launched]);
}

/** Keeps the list of runs that notify the signed-in user up to date. */
function useNotified(): void {
  const { data: user } = useQuery(shownUserQuery);
  const id = user?.id;
  const isViewer = user !== undefined && !ADMINS.includes(user.role);
  useEffect(() => startPassageGuides(user !== undefined && !isViewer), [user, isViewer]);
  useEffect(() => (id === undefined ? undefined : followNotified({ id, isViewer }, reloadDevices)), [id, isViewer]);
}

/** Reloads the data from time to time while the user is idle, until the returned function is called. */
function keepRestored(restore: () => Promise<void>): () => void {
  const stopping = new AbortController();
  let [lastInputAt, lastRestoreAt] = [Date.now(), Date.now()];
  const noteInput = () => {
    lastInputAt = Date.now();
  };
  for (const input of INPUTS)
    window.addEventListener(input, noteInput, { capture: true, passive: true, signal: stopping.signal });
  const timer = setInterval(() => {
    const nowMs = Date.now();
    const hasOpenDialog = document.querySelector('[aria-modal="true"]') !== null;
    const isOnline = useOnline.getState().online.phase === 'live';
    if (!isRestoreDue({ lastInputAt, nowMs, hasOpenDialog, isOnline }, lastRestoreAt)) return;
    lastRestoreAt = nowMs;
    restore().catch(logFailure);
  }, LOOK_MS);
  return () => {
    stopping.abort();
    clearInterval(timer);
  };
}

/** Opens the targets in the address once runs and devices have loaded or failed; `take` returns the targets once. */
function useStartup(take: () => Readonly<Record<string, string>>): void {
  const areRunsReady = useRuns(({ isLoaded, error }) => isLoaded || error !== null);
  const areDevicesReady = useSyncExternalStore(deviceStore.subscribe, deviceStore.isLoaded);
  const open = useEffectEvent(() => void openWish(readWish(take())));
  const isReady = areRunsReady && areDevicesReady;
  useEffect(() => {
    if (!isReady) return undefined;
    open();
    return useLaterQueries.subscribe(() => open());
  }, [isReady]);
}

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
    if (!isApiError(error) || error.status !== 404) tellLogged(t('The passage was not opened'), error);
    return null;
  }
}

async function openPassage(passageId: number, known: number | null): Promise<void> {
  const uid = known ?? (await findUid(passageId));
  if (uid !== null) openPassageWindow({ uid, passageId, source: 'selected_passage' });
}

/** Opens the targets in the address, once runs and devices are loaded. */
async function openWish(wish: StartupWish): Promise<void> {
  openRun(wish);
  if (wish.uid !== null) openDevice(wish.uid);
  if (wish.passageId !== null) await openPassage(wish.passageId, wish.uid);
}

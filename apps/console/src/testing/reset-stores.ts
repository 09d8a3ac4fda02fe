import { useVersion } from '#/app/offline/version.ts';
import { useShell } from '#/app/shell/shell-store.ts';
import { useBroadcast } from '#/features/broadcast/broadcast-store.ts';
import { useCompanies } from '#/features/devices/store/companies.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { useDeviceWindows } from '#/features/devices/windows/device-windows.ts';
import { useDeviceLoad } from '#/features/devices/store/devices.data.ts';
import { useFleetDialogs } from '#/features/administration/agms/fleet-store.ts';
import { useUnseen } from '#/features/administration/agms/unseen-credentials.ts';
import { useColumnMemory } from '#/features/history/table/column-memory.ts';
import { useSelection } from '#/features/devices/store/selection.ts';
import { useTableMemory } from '#/features/devices/table/table-memory.ts';
import { usePreferences } from '#/features/notifications/preferences-store.ts';
import { useDownloadWindows } from '#/features/reports/downloads/download-windows.ts';
import { useReports } from '#/features/reports/reports-store.ts';
import { useUnitStore } from '#/features/units/units.ts';
import { useEditor } from '#/features/planning/editor/editor-store.ts';
import { useFinished } from '#/features/runs/finished-store.ts';
import { useReportFiles } from '#/features/finished-runs/report-files.ts';
import { useManager } from '#/features/planning/saved-paths/manager-store.ts';
import { useHeardPositions } from '#/features/runs/heard-positions.ts';
import { useRuns } from '#/features/runs/runs-store.ts';
import { useFirstFlight } from '#/features/tracking/startup/first-flight.ts';
import { usePinnedRuns } from '#/features/board/pinned-runs.ts';
import { useMySites } from '#/features/run-sheet/my-sites.ts';
import { useRunWindows } from '#/features/runs/run-windows.ts';
import { useStringlines } from '#/features/runs/stringline-store.ts';
import { useTracking } from '#/features/runs/run-selection.ts';
import { useHandover } from '#/features/session/accept-sign-in.ts';
import { usePasswordLink } from '#/features/session/entry/password-link.ts';
import { endSession } from '#/features/session/session.ts';
import { useSignOut } from '#/features/session/sign-out.ts';
import { useMapRoom } from '#/map/camera/map-room.ts';
import { useLayerChoice } from '#/map/tiles/layer-choice.ts';
import { useOnline } from '#/live/online-store.ts';
import { useServerClock } from '#/live/clock-store.ts';
import { closeToasts } from '#/ui/toast/toasts.ts';
import { useWindowStore } from '#/ui/window/window-store.ts';

interface Store<State> {
  readonly getInitialState: () => State;
  readonly setState: (state: State, replace: true) => void;
}

const reset = <State>(store: Store<State>) => store.setState(store.getInitialState(), true);

/** Resets to the state of a page that was just opened in a browser without stored data. */
export function resetStores(): void {
  localStorage.clear();
  sessionStorage.clear();
  endSession(null);
  closeToasts();
  deviceStore.clear();
  reset(useVersion);
  reset(useShell);
  reset(useBroadcast);
  reset(useCompanies);
  reset(useDeviceWindows);
  reset(useDeviceLoad);
  reset(useFleetDialogs);
  reset(useUnseen);
  reset(useColumnMemory);
  reset(useSelection);
  reset(useTableMemory);
  reset(usePreferences);
  reset(useDownloadWindows);
  reset(useReports);
  reset(useUnitStore);
  reset(useEditor);
  reset(useFinished);
  reset(useReportFiles);
  reset(useManager);
  reset(useHeardPositions);
  reset(useRuns);
  reset(useFirstFlight);
  reset(useStringlines);
  reset(useRunWindows);
  reset(usePinnedRuns);
  reset(useMySites);
  reset(useTracking);
  reset(useHandover);
  reset(usePasswordLink);
  reset(useSignOut);
  reset(useOnline);
  reset(useServerClock);
  reset(useWindowStore);
  reset(useMapRoom);
  reset(useLayerChoice);
}

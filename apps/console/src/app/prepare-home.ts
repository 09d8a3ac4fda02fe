import { loadPart } from '#/api/load-part.ts';
import { prepareMap } from '#/map/prepare-map.ts';
import { loadInTurn } from './load-in-turn.ts';

// The parts after the sign-in, in the order in which they are needed.
const PARTS = [
  () => loadPart(() => import('#/features/session/entry/AuthenticatedPage.tsx'), 'map'),
  () => loadPart(() => import('./shell/AppFrame.tsx'), 'map'),
  () => loadPart(() => import('./shell/HomeScreen.tsx'), 'map'),
  () => loadPart(() => import('#/live/hub-client.ts'), 'map'),
  () => loadPart(() => import('./shell/HomeMap.tsx'), 'map'),
  () => loadPart(prepareMap, 'map'),
  () => loadPart(() => import('#/features/devices/table/DeviceTable.tsx')),
  () => loadPart(() => import('#/features/devices/map/DevicePopupCard.tsx')),
  () => loadPart(() => import('#/map/foot/MapFoot.tsx')),
  () => loadPart(() => import('#/ui/toast/ToastHost.tsx')),
  () => loadPart(() => import('./shell/strips/Strips.tsx')),
  () => loadPart(() => import('#/features/devices/map/DeviceSearch.tsx')),
  // Runs come in more than a hundred small files. After the sign-in these would delay the list of devices.
  () => loadPart(async () => (await import('#/features/tracking/load-tracked-runs.ts')).loadTrackedRuns()),
  () => loadPart(async () => (await import('#/features/tracking/map/load-runs-map.ts')).loadRunsMap()),
];

const whenIdle = () => new Promise<void>((resolve) => requestIdleCallback(() => resolve()));

/** Loads the home screen while the user types their password. */
export function prepareHome(): void {
  void loadInTurn(PARTS, whenIdle);
}

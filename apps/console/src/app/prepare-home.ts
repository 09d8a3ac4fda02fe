import { loadPart } from '#/api/load-part.ts';
import { prepareMap } from '#/map/prepare-map.ts';

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
  () => loadPart(async () => (await import('./shell/late-lists.ts')).loadTrackedRuns()),
  () => loadPart(async () => (await import('./shell/late-lists.ts')).loadRunsMap()),
];

const whenIdle = () => new Promise<void>((resolve) => requestIdleCallback(() => resolve()));

/** Loads the home screen while the user types their password. */
export function prepareHome(): void {
  void loadInTurn(PARTS, whenIdle);
}

type Load = () => Promise<unknown>;

/** Loads one after the other, each when the page is idle. A failed part is loaded again on first use. */
export async function loadInTurn(loads: readonly Load[], idle: () => Promise<void>): Promise<void> {
  for (const load of loads) {
    await idle();
    await load().catch(() => undefined);
  }
}

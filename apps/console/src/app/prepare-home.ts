import { loadMessages } from '#/language/t.ts';
import { prepareMap } from '#/map/prepare-map.ts';
import { loadInTurn } from './load-in-turn.ts';

// The parts after the sign-in, in the order in which they are needed.
const PARTS = [
  () => loadMessages('console'),
  () => import('#/features/session/entry/AuthenticatedPage.tsx'),
  () => import('./shell/AppFrame.tsx'),
  () => import('./shell/HomeScreen.tsx'),
  () => import('#/live/hub-client.ts'),
  () => import('./shell/HomeMap.tsx'),
  prepareMap,
  () => import('#/features/devices/table/DeviceTable.tsx'),
  () => import('#/features/devices/map/DevicePopupCard.tsx'),
];

const whenIdle = () => new Promise<void>((resolve) => requestIdleCallback(() => resolve()));

/** Loads the home screen while the user types their password. */
export function prepareHome(): void {
  void loadInTurn(PARTS, whenIdle);
}

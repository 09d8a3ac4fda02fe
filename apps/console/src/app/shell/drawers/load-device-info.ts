import { loadPart } from '#/api/load-part.ts';

/** The device panel, which is open in hardly any first view. */
export const loadDeviceInfo = () => loadPart(() => import('./DeviceInfoDrawer.tsx'));

import { loadPart } from '#/api/load-part.ts';

/** The device panel is a separate part, because it is rarely open in the first view. */
export const loadDeviceInfo = () => loadPart(() => import('./DeviceInfoDrawer.tsx'));

import type { Map as MapEngine } from 'maplibre-gl';
import { lookAround, type ScreenPoint } from '#/map/camera/look-around.ts';
import { deviceStore } from '../store/device-store.ts';
import { findDeviceAt, REACH_PX } from './find-device.ts';

export function findDeviceUnder(map: MapEngine, point: ScreenPoint): number | null {
  return findDeviceAt(deviceStore.list(), lookAround(map, point, REACH_PX));
}

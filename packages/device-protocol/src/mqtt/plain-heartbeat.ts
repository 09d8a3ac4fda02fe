import { ALTITUDES_M, MAX_LATITUDE, MAX_LONGITUDE, MAX_TIME, MAX_U16, MAX_U8 } from './fields.ts';
import type { Heartbeat } from './heartbeat.ts';

const isWithin = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most;
const isWhole = (value: unknown, most: number): value is number => isWithin(value, 0, most) && Number.isInteger(value);
const isBit = (value: unknown): value is 0 | 1 => value === 0 || value === 1;

/**
 * Reads a heartbeat in which every field is there and valid; null: the schema decides. Nearly all messages of a fleet are
 * such heartbeats, and the schema makes several objects for each of their fields.
 */
export function readPlainHeartbeat(sent: unknown): Heartbeat | null {
  if (typeof sent !== 'object' || sent === null) return null;
  const {
    t,
    via,
    satelliteCount,
    lat,
    lon,
    altitude,
    signalStrength,
    battery,
    errorFlag,
    numberOfflineFiles,
    numberOnlineFiles,
    numberIridiumOfflineFiles,
    powerSupplyState,
    geophoneConnected,
    externalAntennaConnected,
    internalAntennaFoldState,
  } = sent as Readonly<Record<string, unknown>>;
  if (
    !isWhole(t, MAX_TIME) ||
    !(via === 'cell' || via === 'bt') ||
    !isWhole(satelliteCount, MAX_U8) ||
    !isWithin(lat, -MAX_LATITUDE, MAX_LATITUDE) ||
    !isWithin(lon, -MAX_LONGITUDE, MAX_LONGITUDE) ||
    !isWithin(altitude, ALTITUDES_M.least, ALTITUDES_M.most) ||
    !isWhole(signalStrength, MAX_U8) ||
    !isWhole(battery, MAX_U16) ||
    !isWhole(errorFlag, MAX_U8) ||
    !isWhole(numberOfflineFiles, MAX_U16) ||
    !isWhole(numberOnlineFiles, MAX_U16) ||
    !isWhole(numberIridiumOfflineFiles, MAX_U16) ||
    !isWhole(powerSupplyState, MAX_U8) ||
    !isBit(geophoneConnected) ||
    !isBit(externalAntennaConnected) ||
    !isWhole(internalAntennaFoldState, MAX_U8)
  )
    return null;
  return {
    t,
    via,
    satelliteCount,
    lat,
    lon,
    altitude,
    signalStrength,
    battery,
    errorFlag,
    numberOfflineFiles,
    numberOnlineFiles,
    numberIridiumOfflineFiles,
    powerSupplyState,
    geophoneConnected,
    externalAntennaConnected,
    internalAntennaFoldState,
  };
}

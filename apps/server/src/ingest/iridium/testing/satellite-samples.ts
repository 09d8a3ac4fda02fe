import { encodeMobileOriginated, type MobileOriginated } from '@waymark/device-protocol/directip/mobile-originated';
import { encodeIridiumUplink, type IridiumUplink } from '@waymark/device-protocol/iridium/uplink';

export const T = 1_782_522_123_000;
export const IMEI = '300234063904190';
export const UID = 100_234;
export const NOW = T + 60_000;

export const ACK = { kind: 'ack', seq: 9, t: T, id: 42, status: 0, detail: 0 } as const satisfies IridiumUplink;

export const HEARTBEAT = {
  kind: 'heartbeat',
  seq: 7,
  t: T,
  lat: 31.5,
  lon: -102.25,
  altitude: 845.2,
  battery: 8650,
  signalStrength: 85,
  satelliteCount: 9,
  powerSupplyState: 1,
  geophoneConnected: 1,
  externalAntennaConnected: 0,
  internalAntennaFoldState: 1,
  hasGpsFix: true,
  powerMode: 2,
  errorFlag: 3,
  numberOfflineFiles: 4,
  numberOnlineFiles: 5,
  numberIridiumOfflineFiles: 6,
  detectionCount: 1234,
  diskUse: 0.25,
  recordMode: 1,
  connectionSchedule: 3,
  geoMode: 2,
  psgSize: 1,
} as const satisfies IridiumUplink;

export const PASSAGE = {
  kind: 'passage',
  seq: 8,
  t: T + 456,
  lat: 31.5,
  lon: -102.25,
  altitude: null,
  detectionCount: 1235,
  mask: 5,
  freq: 22,
  battery: 8650,
  snrDb: [20, 0, 15.5],
  widthS: [0.96, 0.05, 0.53],
  weldSpeedMps: 1.5,
  isOffline: false,
  audioBands: [1, 2, 3, 4, 5, 6],
  blocks: [],
} as const satisfies IridiumUplink;

export function encodeSession(uplink: IridiumUplink | null, changes: Partial<MobileOriginated> = {}): Uint8Array {
  const payload = uplink === null ? null : encodeIridiumUplink(uplink);
  const session = {
    cdr: 1001,
    imei: IMEI,
    sessionStatus: 0,
    momsn: 12,
    mtmsn: 0,
    sessionTimeS: T / 1000 + 5,
    payload,
    location: null,
  };
  const bytes = encodeMobileOriginated({ ...session, ...changes });
  if (!bytes.ok) throw new Error(bytes.failure);
  return bytes.value;
}

/** Knows a single device. */
export function resolveImei(imei: string): Promise<number | null> {
  return Promise.resolve(imei === IMEI ? UID : null);
}

import { succeed } from '@waymark/domain/result';
import { takeBit } from '../bytes/bits.ts';
import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter, saturate } from '../bytes/byte-writer.ts';
import { reject, type Decoded } from '../decode-failure.ts';
import { readPosition, writePosition, type Position } from './position.ts';

// Type 01, 36 bytes with header and CRC. Field names as in the cellular heartbeat where the thing is the same.

const BODY_LENGTH = 26;
/** Half per cent. */
const DISK_STEPS = 200;

export interface HeartbeatBody extends Position {
  /** Millivolts. */
  readonly battery: number;
  /** A magnitude: 85 is shown as -85 dBm. */
  readonly signalStrength: number;
  readonly satelliteCount: number;
  readonly powerSupplyState: 0 | 1;
  readonly geophoneConnected: 0 | 1;
  readonly externalAntennaConnected: 0 | 1;
  readonly internalAntennaFoldState: 0 | 1;
  readonly hasGpsFix: boolean;
  readonly powerMode: number;
  readonly errorFlag: number;
  readonly numberOfflineFiles: number;
  readonly numberOnlineFiles: number;
  readonly numberIridiumOfflineFiles: number;
  readonly detectionCount: number;
  /** Share of the disk in use, 0 to 1. */
  readonly diskUse: number;
  readonly recordMode: number;
  readonly connectionSchedule: number;
  readonly geoMode: number;
  readonly psgSize: 0 | 1;
}

export function encodeHeartbeatBody(heartbeat: HeartbeatBody): Uint8Array {
  const writer = new ByteWriter('big-endian', BODY_LENGTH);
  writePosition(writer, heartbeat);
  return writer
    .writeU16(heartbeat.battery)
    .writeU8(heartbeat.signalStrength)
    .writeU8(heartbeat.satelliteCount)
    .writeU8(
      heartbeat.powerSupplyState |
        (heartbeat.geophoneConnected << 1) |
        (heartbeat.externalAntennaConnected << 2) |
        (heartbeat.internalAntennaFoldState << 3) |
        ((heartbeat.hasGpsFix ? 1 : 0) << 4) |
        (saturate(heartbeat.powerMode, 0, 3) << 5),
    )
    .writeU8(heartbeat.errorFlag)
    .writeU16(heartbeat.numberOfflineFiles)
    .writeU16(heartbeat.numberOnlineFiles)
    .writeU16(heartbeat.numberIridiumOfflineFiles)
    .writeU16(heartbeat.detectionCount)
    .writeU8(saturate(heartbeat.diskUse * DISK_STEPS, 0, DISK_STEPS))
    .writeU8(
      saturate(heartbeat.recordMode, 0, 2) |
        (saturate(heartbeat.connectionSchedule, 0, 7) << 2) |
        (saturate(heartbeat.geoMode, 0, 3) << 5) |
        (heartbeat.psgSize << 7),
    )
    .finish();
}

export function decodeHeartbeatBody(body: Uint8Array): Decoded<HeartbeatBody> {
  if (body.length !== BODY_LENGTH) return reject('length', 'heartbeat');
  const reader = new ByteReader(body, 'big-endian');
  const position = readPosition(reader);
  if (position === null) return reject('field', 'position');
  const [battery, signalStrength, satelliteCount] = [reader.readU16(), reader.readU8(), reader.readU8()];
  const [state, errorFlag] = [reader.readU8(), reader.readU8()];
  const [offline, online, iridiumOffline] = [reader.readU16(), reader.readU16(), reader.readU16()];
  const [detectionCount, disk, modes] = [reader.readU16(), reader.readU8(), reader.readU8()];
  if (disk > DISK_STEPS) return reject('field', 'disk use');
  if ((modes & 3) > 2) return reject('field', 'record mode');
  return succeed({
    ...position,
    battery,
    signalStrength,
    satelliteCount,
    powerSupplyState: takeBit(state, 0),
    geophoneConnected: takeBit(state, 1),
    externalAntennaConnected: takeBit(state, 2),
    internalAntennaFoldState: takeBit(state, 3),
    hasGpsFix: takeBit(state, 4) === 1,
    powerMode: (state >> 5) & 3,
    errorFlag,
    numberOfflineFiles: offline,
    numberOnlineFiles: online,
    numberIridiumOfflineFiles: iridiumOffline,
    detectionCount,
    diskUse: disk / DISK_STEPS,
    recordMode: modes & 3,
    connectionSchedule: (modes >> 2) & 7,
    geoMode: (modes >> 5) & 3,
    psgSize: takeBit(modes, 7),
  });
}

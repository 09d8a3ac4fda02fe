import { GEO_MODES, PASSAGE_SIZES, POWER_MODES, RECORD_MODES, SCHEDULES } from '@waymark/domain/device/modes';
import { bitValue, scaled, whole, yesNo, listWords } from '../layout/conversion.ts';
import { bits, field, unusedBits, word } from '../layout/field.ts';
import { defineLayout, type ValuesOf } from '../layout/layout.ts';
import { POSITION } from './position.ts';

// Type 01. Fields have the same names as in the cellular heartbeat.

/** Steps of half a per cent. */
const DISK_STEPS = 200;

export const HEARTBEAT = defineLayout('big-endian', [
  ...POSITION,
  field('u16', 'battery', 'millivolts'),
  field('u8', 'signalStrength', 'a magnitude: 85 is −85 dBm'),
  field('u8', 'satelliteCount', 'GPS satellites in view'),
  word(
    'u8',
    bits(0, 0, 'powerSupplyState', '0 battery, 1 external', bitValue),
    bits(1, 1, 'geophoneConnected', '', bitValue),
    bits(2, 2, 'externalAntennaConnected', '', bitValue),
    bits(3, 3, 'internalAntennaFoldState', '0 folded in, 1 out', bitValue),
    bits(4, 4, 'hasGpsFix', 'without it the position counts as none', yesNo),
    bits(5, 6, 'powerMode', listWords(POWER_MODES), whole(0, 3)),
    unusedBits(7, 7),
  ),
  field('u8', 'errorFlag', "the firmware's own number, 0 without an error"),
  field('u16', 'numberOfflineFiles', 'files recorded without a link'),
  field('u16', 'numberOnlineFiles', 'files recorded with a link'),
  field('u16', 'numberIridiumOfflineFiles', 'files that wait for the satellite'),
  field('u16', 'detectionCount', 'passages since the last reset of the count'),
  field('u8', 'diskUse', 'share of the disk in use', scaled(DISK_STEPS, { least: 0, most: 1 })),
  word(
    'u8',
    bits(0, 1, 'recordMode', listWords(RECORD_MODES), whole(0, 2)),
    bits(2, 4, 'connectionSchedule', listWords(SCHEDULES), whole(0, 7)),
    bits(5, 6, 'geoMode', listWords(GEO_MODES), whole(0, 3)),
    bits(7, 7, 'psgSize', listWords(PASSAGE_SIZES), bitValue),
  ),
]);
export type HeartbeatBody = ValuesOf<typeof HEARTBEAT>;

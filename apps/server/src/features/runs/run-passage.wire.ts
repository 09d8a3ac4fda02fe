import type { PassageRow } from '@waymark/contract/devices/passage-row';
import type { RunPassage } from '@waymark/domain/run/run';
import { parseUtc } from '@waymark/domain/time/utc';

function readAt(text: string): number {
  const at = parseUtc(text);
  return at.ok ? at.value : 0;
}

/** Converts a device passage to an unverified run passage without a marker. */
export function toRunPassage(row: PassageRow): RunPassage {
  const { uid, elfId, geoId, magId, detectionCount, isOffline, isBluetooth, lat, lon, samplingRate } = row;
  return {
    markerName: null,
    isVerified: false,
    uid,
    elfId,
    geoId,
    magId,
    detectionCount,
    isOffline,
    isBluetooth,
    samplingRate,
    passageAt: readAt(row.passageTimeStamp),
    endOfSnipAt: readAt(row.passageTimeEndOfSnip),
    frequency: row.passageDetectedFrequency,
    place: lat === null || lon === null ? null : { lat, lon },
    altitudeMm: row.alt,
  };
}

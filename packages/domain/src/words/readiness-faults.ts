import { chooseBatteryLevel, describeBattery } from '../device/battery.ts';
import { describeRecordMode } from '../device/modes.ts';
import type { Translate } from '../language/translate.ts';
import type { ReadinessFault } from '../path/readiness.ts';

/** What is known of the device that has the fault. */
interface Judged {
  readonly batteryMv: number | null;
  readonly recordMode: number | null;
  readonly distanceToMarker: number | null;
  /** Seconds. */
  readonly clockOffset: number | null;
}

/** `writeDistance` writes metres in the units of the reader. */
export function describeReadinessFault(
  fault: ReadinessFault,
  { batteryMv, recordMode, distanceToMarker, clockOffset }: Judged,
  t: Translate,
  writeDistance: (metres: number) => string,
): string {
  switch (fault) {
    case 'offline':
      return t('Offline');
    case 'never-heard-from':
      return t('Never heard from');
    case 'battery-low':
      return t('Battery {level}', { level: describeBattery(chooseBatteryLevel(batteryMv ?? 0)) });
    case 'no-detector':
      return t('No detector is on');
    case 'not-recording':
      return t('Record mode {mode}', { mode: describeRecordMode(recordMode) });
    case 'no-location':
      return t('Location unknown');
    case 'far-from-marker':
      return t('{distance} from its marker', { distance: writeDistance(distanceToMarker ?? 0) });
    case 'clock-off':
      return t('Clock {seconds} s off', { seconds: Math.round(clockOffset ?? 0) });
  }
}

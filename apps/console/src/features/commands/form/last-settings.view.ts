import { DEFAULT_ENABLES, DEFAULT_HZ, DEFAULT_SENSITIVITY, isDetectorFrequency } from '@waymark/commands/detectors';
import type { Device } from '#/features/devices/store/device.ts';
import type { DetectorDraft, DetectorsDraft } from './detectors.view.ts';
import type { PowerDraft } from './power-mode.view.ts';

// The initial values of the cellular forms: the last reported settings, or the defaults.

export function readPowerDraft({ lastPowerMode, schedule }: Device): PowerDraft {
  return { mode: lastPowerMode, schedule };
}

type Last = Readonly<Record<'hz' | 'sensitivity', number | null>> & { readonly isEnabled: boolean | null };

function readDetector({ hz, sensitivity, isEnabled }: Last, index: number): DetectorDraft {
  // A disabled detector may have reported a frequency that is out of range.
  const known = hz !== null && isDetectorFrequency(hz) ? hz : DEFAULT_HZ.cellular;
  return {
    hz: String(index === 0 ? 0 : known),
    sensitivity: sensitivity ?? DEFAULT_SENSITIVITY,
    isEnabled: isEnabled ?? DEFAULT_ENABLES[index] ?? false,
  };
}

function listLast(device: Device): readonly Last[] {
  return [
    { hz: device.lastFrequency0Setting, sensitivity: device.lastSensitivity0, isEnabled: device.lastEnable0 },
    { hz: device.lastFrequency1Setting, sensitivity: device.lastSensitivity1, isEnabled: device.lastEnable1 },
    { hz: device.lastFrequency2Setting, sensitivity: device.lastSensitivity2, isEnabled: device.lastEnable2 },
    { hz: device.lastFrequency3Setting, sensitivity: device.lastSensitivity3, isEnabled: device.lastEnable3 },
  ];
}

export function readDetectorsDraft(device: Device): DetectorsDraft {
  return { detectors: listLast(device).map(readDetector), isHighSpeed: false };
}

/** False: the draft contains defaults. MAG has no frequency, and a detector that is off may report none. */
export function areDetectorsReported(device: Device): boolean {
  return listLast(device).every(
    ({ hz, sensitivity, isEnabled }, index) =>
      isEnabled !== null && sensitivity !== null && (hz !== null || index === 0 || !isEnabled),
  );
}

/** Every kind of stream counts as on. */
export function readStreamChoice({ lastStreamMode }: Pick<Device, 'lastStreamMode'>): number | null {
  return lastStreamMode === null ? null : Math.min(lastStreamMode, 1);
}

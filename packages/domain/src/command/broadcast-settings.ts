import type { BroadcastCode } from './broadcast-codes.ts';
import { DEFAULT_HZ, DEFAULT_SENSITIVITY, isDetectorFrequency } from './detectors.ts';
import type { CommandTarget } from './gates.ts';
import { POWER_MODE } from './power-modes.ts';

// The settings that a broadcast's codes stand for, in the documents' fields.

/** A device as it was when it spoke last. */
export interface BroadcastDevice extends CommandTarget {
  readonly schedule: number | null;
  readonly frequencies: ReadonlyArray<number | null> | null;
  readonly sensitivities: ReadonlyArray<number | null> | null;
}

type Settings = Readonly<Record<string, number>>;

/** Every 30 minutes. */
const DEFAULT_SCHEDULE = 0;
const PIG_HZ = 22;

/** Which of the four detectors are on. */
const ENABLES = { FS1: [1, 0, 0, 0], FS2: [1, 1, 0, 0], FS3: [0, 1, 0, 0], FS4: [0, 0, 0, 0] } as const;
type DetectorCode = keyof typeof ENABLES;

export function isDetectorCode(code: BroadcastCode): code is DetectorCode {
  return Object.hasOwn(ENABLES, code);
}

/** What is known of it; null: nothing that can be sent. */
function findFrequency(detector: number, isOn: boolean, { frequencies }: BroadcastDevice): number | null {
  if (detector === 0) return 0;
  if (isOn) return PIG_HZ;
  const last = frequencies?.[detector] ?? 0;
  return isDetectorFrequency(last) ? last : null;
}

const hasReportedDetectors = ({ frequencies }: BroadcastDevice): boolean =>
  frequencies?.some((frequency) => frequency !== null) ?? false;

/**
 * The sensitivities, and the frequencies of detectors that are off, stay as they were. Over satellite what is unknown is left
 * out; over cellular every field is needed. null: the device has reported none, and none is guessed.
 */
export function planDetectors(code: DetectorCode, device: BroadcastDevice): Settings | null {
  const needsAll = device.isIridium !== true;
  if (needsAll && !hasReportedDetectors(device)) return null;
  const fields = ENABLES[code].flatMap((enable, detector) => [
    [
      `frequency${detector}`,
      findFrequency(detector, enable === 1, device) ?? (needsAll ? DEFAULT_HZ.cellular : null),
    ] as const,
    [`sensitivity${detector}`, device.sensitivities?.[detector] ?? (needsAll ? DEFAULT_SENSITIVITY : null)] as const,
    [`enable${detector}`, enable] as const,
  ]);
  return Object.fromEntries(fields.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])));
}

export function planPower(code: 'PM' | 'PMLP', { schedule }: BroadcastDevice): Settings {
  if (code === 'PM') return { powerMode: POWER_MODE.active };
  return { powerMode: POWER_MODE.lowPower, connectSchedule: schedule ?? DEFAULT_SCHEDULE };
}

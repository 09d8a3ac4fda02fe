import type { BroadcastCode } from './broadcast-codes.ts';
import { DEFAULT_HZ, DEFAULT_SENSITIVITY, isDetectorFrequency } from './detectors.ts';
import type { CommandTarget } from './gates.ts';
import { POWER_MODE } from './power-modes.ts';

// Translates the codes of a broadcast into settings with the field names of the documents.

/** A device with its last reported settings. */
export interface BroadcastDevice extends CommandTarget {
  readonly schedule: number | null;
  readonly frequencies: ReadonlyArray<number | null> | null;
  readonly sensitivities: ReadonlyArray<number | null> | null;
}

type Settings = Readonly<Record<string, number>>;

/** Every 30 minutes. */
const DEFAULT_SCHEDULE = 0;
const PIG_HZ = 22;

/** The enabled detectors of each code, out of four. */
const ENABLES = { FS1: [1, 0, 0, 0], FS2: [1, 1, 0, 0], FS3: [0, 1, 0, 0], FS4: [0, 0, 0, 0] } as const;
type DetectorCode = keyof typeof ENABLES;

export function isDetectorCode(code: BroadcastCode): code is DetectorCode {
  return Object.hasOwn(ENABLES, code);
}

/** The frequency to send; null: unknown. */
function findFrequency(detector: number, isOn: boolean, { frequencies }: BroadcastDevice): number | null {
  if (detector === 0) return 0;
  if (isOn) return PIG_HZ;
  const last = frequencies?.[detector] ?? 0;
  return isDetectorFrequency(last) ? last : null;
}

/**
 * Keeps the sensitivities, and the frequencies of disabled detectors, as last reported. Over satellite unknown fields
 * are omitted; over cellular the command needs all of them, and unknown ones are the defaults.
 */
export function planDetectors(code: DetectorCode, device: BroadcastDevice): Settings {
  const needsAll = device.isIridium !== true;
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

// Decides which device accepts a command.

/** "above" is >, "from" is >=, "below" is <, in the numbers of `computeFirmwareVersion`. */
export interface FirmwareRange {
  readonly above?: number;
  readonly from?: number;
  readonly below?: number;
}

/** The links that carry a command, with the firmware required there; a missing link does not carry it. */
export interface CommandGate {
  readonly cellular?: FirmwareRange;
  readonly iridium?: FirmwareRange;
}

export const EVERY_FIRMWARE: FirmwareRange = {};
/** The firmware family with its own commands and download form. */
export const LEGACY: FirmwareRange = { below: 10 };

/** The known properties of a command's target device. */
export interface CommandTarget {
  /** null: not reported. All commands are open then; the device itself decides. */
  readonly firmwareVersion: number | null;
  /** null: unknown until the first report. Commands of both links are open then. */
  readonly isIridium: boolean | null;
}

export type GateFault = 'other-link' | 'firmware-too-old' | 'firmware-too-new';

export function findFirmwareFault(version: number | null, { above, from, below }: FirmwareRange): GateFault | null {
  if (version === null) return null;
  if (above !== undefined && version <= above) return 'firmware-too-old';
  if (from !== undefined && version < from) return 'firmware-too-old';
  return below !== undefined && version >= below ? 'firmware-too-new' : null;
}

export function isLegacyFirmware(version: number | null): boolean {
  return findFirmwareFault(version, LEGACY) === null;
}

/** Checks a gate against a device; null: the device passes. */
export function checkGate(
  { cellular, iridium }: CommandGate,
  { firmwareVersion, isIridium }: CommandTarget,
): GateFault | null {
  const ranges = [...(isIridium === true ? [] : [cellular]), ...(isIridium === false ? [] : [iridium])];
  const faults = ranges.flatMap((range) => (range === undefined ? [] : [findFirmwareFault(firmwareVersion, range)]));
  const [first = 'other-link'] = faults;
  return faults.includes(null) ? null : first;
}

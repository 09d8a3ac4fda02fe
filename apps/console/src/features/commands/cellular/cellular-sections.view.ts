import { describeCommandFault } from '@waymark/commands/faults';
import {
  COMMAND_TYPES,
  definitionOf,
  describeParameters,
  findGateFault,
  type CommandType,
} from '@waymark/commands/commands';
import { type CommandTarget } from '@waymark/commands/gates';
import { describeGeoMode, describeRecordMode, describeStreamMode } from '@waymark/domain/device/modes';
import { t } from '#/language/t.ts';
import type { Device } from '#/features/devices/store/device.ts';

/** Types with a section in the dialog, in the order of the requirements. */
const SECTIONS: readonly CommandType[] = COMMAND_TYPES.filter((type) => placeOf(type) !== undefined).toSorted(
  (one, other) => (placeOf(one) ?? 0) - (placeOf(other) ?? 0),
);

function placeOf(type: CommandType): number | undefined {
  return definitionOf(type).dialog?.place;
}

interface ShownSection {
  readonly type: CommandType;
  /** Reason why this device does not support the command; undefined: it does. */
  readonly refusal: string | undefined;
}

function readSection(type: CommandType, target: CommandTarget): readonly ShownSection[] {
  const fault = findGateFault(type, target);
  if (fault === null) return [{ type, refusal: undefined }];
  const isShown = fault === 'firmware-too-old' && definitionOf(type).dialog?.isShownEarly === true;
  return isShown ? [{ type, refusal: t(describeCommandFault(fault)) }] : [];
}

export function listCellularSections(target: CommandTarget): readonly ShownSection[] {
  return SECTIONS.flatMap((type) => readSection(type, target));
}

function describeDetectors({ lastEnable0, lastEnable1, lastEnable2, lastEnable3 }: Device): string | null {
  const enables = [lastEnable0, lastEnable1, lastEnable2, lastEnable3];
  if (enables.includes(null)) return null;
  return t('{number} of 4 enabled', { number: enables.filter((isEnabled) => isEnabled).length });
}

const PRESENT: Readonly<Partial<Record<CommandType, (device: Device) => string | null>>> = {
  PowerMode: ({ lastPowerMode, schedule }) =>
    lastPowerMode === null
      ? null
      : describeParameters('PowerMode', { powerMode: lastPowerMode, connectSchedule: schedule }, t),
  RecordMode: ({ lastRecordMode }) => (lastRecordMode === null ? null : t(describeRecordMode(lastRecordMode))),
  FrequencySelect: describeDetectors,
  DetectionCountReset: ({ lastDetectionCount }) => (lastDetectionCount === null ? null : String(lastDetectionCount)),
  StreamEnable: ({ lastStreamMode }) => t(describeStreamMode(lastStreamMode)),
  GeoMode: ({ lastGeoMode }) => (lastGeoMode === null ? null : t(describeGeoMode(lastGeoMode))),
};

/** The present value of the device, for the head of the section; null: unknown, or there is none. */
export function describePresent(type: CommandType, device: Device): string | null {
  return PRESENT[type]?.(device) ?? null;
}

import { describeCommandFault } from '@waymark/domain/command/faults';
import { findGateFault, type CommandTarget, type CommandType } from '@waymark/domain/command/gates';
import { describeGeoMode, describeRecordMode, describeStreamMode } from '@waymark/domain/device/modes';
import type { Device } from '../../device.ts';
import { describeParameters } from '../describe-command.view.ts';

// Which sections a cellular device's dialog has, by the one table of gates.

/** In the order of the documents. */
const SECTIONS = [
  'PowerMode',
  'RecordMode',
  'FrequencySelect',
  'DeviceInfo',
  'ControlSettings',
  'DetectionCountReset',
  'DeviceRestart',
  'StreamEnable',
  'SdMode',
  'GeoMode',
  'AGMShutDwn',
  'FoldState',
  'DownloadRange',
] as const satisfies readonly CommandType[];
export type CellularSection = (typeof SECTIONS)[number];

/** The "new commands": shown, but disabled, to firmware that is too old for them. */
const SHOWN_BEFORE: readonly CellularSection[] = ['AGMShutDwn', 'FoldState', 'DownloadRange'];

interface ShownSection {
  readonly type: CellularSection;
  /** Why this device does not take the command; undefined: it does. */
  readonly refusal: string | undefined;
}

function readSection(type: CellularSection, target: CommandTarget): readonly ShownSection[] {
  const fault = findGateFault(type, target);
  if (fault === null) return [{ type, refusal: undefined }];
  const isShown = fault === 'firmware-too-old' && SHOWN_BEFORE.includes(type);
  return isShown ? [{ type, refusal: describeCommandFault(fault) }] : [];
}

export function listCellularSections(target: CommandTarget): readonly ShownSection[] {
  return SECTIONS.flatMap((type) => readSection(type, target));
}

function describeDetectors({ lastEnable0, lastEnable1, lastEnable2, lastEnable3 }: Device): string | null {
  const enables = [lastEnable0, lastEnable1, lastEnable2, lastEnable3];
  if (enables.includes(null)) return null;
  return `${enables.filter((isEnabled) => isEnabled).length} of 4 enabled`;
}

const PRESENT: Readonly<Partial<Record<CellularSection, (device: Device) => string | null>>> = {
  PowerMode: ({ lastPowerMode, schedule }) =>
    lastPowerMode === null
      ? null
      : describeParameters('PowerMode', { powerMode: lastPowerMode, connectSchedule: schedule }),
  RecordMode: ({ lastRecordMode }) => (lastRecordMode === null ? null : describeRecordMode(lastRecordMode)),
  FrequencySelect: describeDetectors,
  DetectionCountReset: ({ lastDetectionCount }) => (lastDetectionCount === null ? null : String(lastDetectionCount)),
  StreamEnable: ({ lastStreamMode }) => describeStreamMode(lastStreamMode),
  GeoMode: ({ lastGeoMode }) => (lastGeoMode === null ? null : describeGeoMode(lastGeoMode)),
};

/** What the device has now, for the head of the section; null: it has not said, or there is nothing to say. */
export function describePresent(type: CellularSection, device: Device): string | null {
  return PRESENT[type]?.(device) ?? null;
}

import { listPowerModes } from '@waymark/domain/command/power-modes';
import { GEO_MODES, PASSAGE_SIZES, PASSAGE_STATES, RECORD_MODES } from '@waymark/domain/device/modes';
import type { Device } from '../../device.ts';
import type { Choice } from '../form/choices.view.ts';
import { canSendDetectors, toDetectorsOrder, type DetectorsDraft } from '../form/detectors.view.ts';
import { readDetectorsDraft, readPowerDraft } from '../form/last-settings.view.ts';
import type { PowerDraft } from '../form/power-mode.view.ts';
import type { CommandOrder } from '../send-command.ts';

// Everything that can be set over satellite goes in one message.

/** What is chosen beside power mode and detectors; null: the device has not said, and nothing is selected. */
export interface SatelliteChoices {
  readonly recordMode: number | null;
  readonly psgSize: number;
  readonly psgState: number;
  readonly GeoMode: number;
  readonly UnfoldedAntennaDetectorEnable: number;
  readonly OfflineDownloadState: number;
}

/** What is done once, when the message arrives. */
export interface SatelliteActs {
  readonly detectCountReset: boolean;
  readonly restartUnit: boolean;
  readonly ClearIridiumOfflineFiles: boolean;
}

export interface SatelliteDraft {
  readonly power: PowerDraft;
  readonly detectors: DetectorsDraft;
  readonly choices: SatelliteChoices;
  readonly acts: SatelliteActs;
}

export interface ChoiceRow {
  readonly field: keyof SatelliteChoices;
  readonly label: string;
  readonly choices: readonly Choice[];
}

const DOWNLOAD = 2;
const byNumber = (words: readonly string[]): readonly Choice[] => words.map((label, value) => ({ value, label }));
const OFF_ON = byNumber(['Off', 'On']);

export const CHOICE_ROWS: readonly ChoiceRow[] = [
  // Download is no record mode over satellite.
  { field: 'recordMode', label: 'Record mode', choices: byNumber(RECORD_MODES.slice(0, DOWNLOAD)) },
  { field: 'psgSize', label: 'Passage size', choices: byNumber(PASSAGE_SIZES) },
  { field: 'psgState', label: 'Passage state', choices: byNumber(PASSAGE_STATES) },
  { field: 'GeoMode', label: 'Geo mode', choices: byNumber(GEO_MODES) },
  { field: 'UnfoldedAntennaDetectorEnable', label: 'Antenna detector', choices: OFF_ON },
  { field: 'OfflineDownloadState', label: 'Offline download', choices: OFF_ON },
];

export const ACT_LABELS: Readonly<Record<keyof SatelliteActs, string>> = {
  detectCountReset: 'Reset detection count',
  restartUnit: 'Restart unit',
  ClearIridiumOfflineFiles: 'Clear Iridium offline files',
};

export const NO_ACTS: SatelliteActs = { detectCountReset: false, restartUnit: false, ClearIridiumOfflineFiles: false };

const TEN_SECONDS = 0;
const DETECTION_AND_GEO = 1;
const HIGH_GAIN = 2;
const OFF = 0;

/** A mode that the form does not offer is not selected. */
function readPower(device: Device): PowerDraft {
  const power = readPowerDraft(device);
  return power.mode !== null && listPowerModes(device).includes(power.mode) ? power : { ...power, mode: null };
}

/** What the device said last, or the defaults. The antenna detector and the offline download it never says. */
export function readSatelliteDraft(device: Device): SatelliteDraft {
  const { lastRecordMode, psgSize, psgState, lastGeoMode } = device;
  return {
    power: readPower(device),
    detectors: readDetectorsDraft(device),
    choices: {
      recordMode: lastRecordMode === DOWNLOAD ? null : lastRecordMode,
      psgSize: psgSize ?? TEN_SECONDS,
      psgState: psgState ?? DETECTION_AND_GEO,
      GeoMode: lastGeoMode ?? HIGH_GAIN,
      UnfoldedAntennaDetectorEnable: OFF,
      OfflineDownloadState: OFF,
    },
    acts: NO_ACTS,
  };
}

export function canSendSettings({ power, detectors, choices }: SatelliteDraft): boolean {
  return power.mode !== null && choices.recordMode !== null && canSendDetectors(detectors);
}

const toBit = (isOn: boolean) => (isOn ? 1 : 0);

export function toSettingsOrder({ power, detectors, choices, acts }: SatelliteDraft, device: Device): CommandOrder {
  return {
    commandType: 'IridiumSettings',
    parameters: {
      ...toDetectorsOrder(detectors, device).parameters,
      powerMode: power.mode,
      connectSchedule: power.schedule,
      ...choices,
      detectCountReset: toBit(acts.detectCountReset),
      restartUnit: toBit(acts.restartUnit),
      ClearIridiumOfflineFiles: toBit(acts.ClearIridiumOfflineFiles),
      FileNamesStartDate: null,
      FileNamesEndDate: null,
    },
  };
}

/** What is asked before it goes out; null: it goes out unasked. */
export function describeActs({ restartUnit, ClearIridiumOfflineFiles }: SatelliteActs): string | null {
  const losses = [
    ClearIridiumOfflineFiles ? 'The offline files that wait for the satellite are lost.' : null,
    restartUnit ? 'Until it has restarted it notices no pig.' : null,
  ].filter((loss) => loss !== null);
  return losses.length === 0 ? null : losses.join(' ');
}

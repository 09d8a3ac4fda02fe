import { DEFAULT_ENABLES, DEFAULT_HZ, DEFAULT_SENSITIVITY, isDetectorFrequency } from '@waymark/commands/detectors';
import { listPowerModes } from '@waymark/commands/power-modes';
import { markText } from '@waymark/domain/language/translate';
import { GEO_MODES, PASSAGE_SIZES, PASSAGE_STATES, RECORD_MODES } from '@waymark/domain/device/modes';
import { t } from '#/language/t.ts';
import type { Device } from '#/features/devices/store/device.ts';
import type { Choice } from '../form/choices.view.ts';
import { isInRange, type DetectorDraft, type DetectorsDraft } from '../form/detectors.view.ts';
import type { CommandOrder } from '../send-command.ts';

// All satellite settings go in one message.

/** The choices besides power mode and detectors; null: the device has not reported it, and nothing is selected. */
export interface SatelliteChoices {
  readonly recordMode: number | null;
  readonly psgSize: number | null;
  readonly psgState: number | null;
  readonly GeoMode: number | null;
  readonly UnfoldedAntennaDetectorEnable: number | null;
  readonly OfflineDownloadState: number;
}

/** Actions that run once, when the message arrives. */
export interface SatelliteActs {
  readonly detectCountReset: boolean;
  readonly restartUnit: boolean;
  readonly ClearIridiumOfflineFiles: boolean;
}

interface SatellitePower {
  readonly mode: number | null;
  readonly schedule: number | null;
}

export interface SatelliteDraft {
  readonly power: SatellitePower;
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
const byNumber = (words: readonly string[]): readonly Choice[] =>
  words.map((word, value) => ({ value, label: t(word) }));
const OFF_ON = byNumber([markText('Off'), markText('On')]);

export const CHOICE_ROWS: readonly ChoiceRow[] = [
  // Download is not a record mode over satellite.
  { field: 'recordMode', label: t('Record mode'), choices: byNumber(RECORD_MODES.slice(0, DOWNLOAD)) },
  { field: 'psgSize', label: t('Passage size'), choices: byNumber(PASSAGE_SIZES) },
  { field: 'psgState', label: t('Passage state'), choices: byNumber(PASSAGE_STATES) },
  { field: 'GeoMode', label: t('Geo mode'), choices: byNumber(GEO_MODES) },
  { field: 'UnfoldedAntennaDetectorEnable', label: t('Antenna detector'), choices: OFF_ON },
  { field: 'OfflineDownloadState', label: t('Offline download'), choices: OFF_ON },
];

export const ACT_LABELS: Readonly<Record<keyof SatelliteActs, string>> = {
  detectCountReset: t('Reset detection count'),
  restartUnit: t('Restart unit'),
  ClearIridiumOfflineFiles: t('Clear Iridium offline files'),
};

export const NO_ACTS: SatelliteActs = { detectCountReset: false, restartUnit: false, ClearIridiumOfflineFiles: false };

const OFF = 0;
const MAG = 0;
const toBit = (isOn: boolean) => (isOn ? 1 : 0);

/** A mode that the form does not offer is not selected. */
function readPower(device: Device): SatellitePower {
  const { lastPowerMode: mode, schedule } = device;
  return { mode: mode !== null && listPowerModes(device).includes(mode) ? mode : null, schedule };
}

/** A disabled detector may have reported a frequency that cannot be sent: its field stays empty. */
function readDetectors(device: Device): readonly DetectorDraft[] {
  const last = [
    [device.lastFrequency0Setting, device.lastSensitivity0, device.lastEnable0],
    [device.lastFrequency1Setting, device.lastSensitivity1, device.lastEnable1],
    [device.lastFrequency2Setting, device.lastSensitivity2, device.lastEnable2],
    [device.lastFrequency3Setting, device.lastSensitivity3, device.lastEnable3],
  ] as const;
  return last.map(([hz, sensitivity, isEnabled], number) => {
    const typed = hz !== null && isDetectorFrequency(hz) ? String(hz) : '';
    return { hz: number === MAG ? '0' : typed, sensitivity, isEnabled };
  });
}

/** The last reported settings; unreported ones are empty. The antenna detector is never reported. */
export function readSatelliteDraft(device: Device): SatelliteDraft {
  const { lastRecordMode, psgSize, psgState, lastGeoMode } = device;
  return {
    power: readPower(device),
    detectors: { detectors: readDetectors(device), isHighSpeed: false },
    choices: {
      recordMode: lastRecordMode === DOWNLOAD ? null : lastRecordMode,
      psgSize,
      psgState,
      GeoMode: lastGeoMode,
      UnfoldedAntennaDetectorEnable: null,
      // The message cannot express "unchanged" for it.
      OfflineDownloadState: OFF,
    },
    acts: NO_ACTS,
  };
}

/** Whether the form has a value for everything that a device reports. */
export function hasReported({ power, detectors: { detectors }, choices }: SatelliteDraft): boolean {
  const { recordMode, psgSize, psgState, GeoMode } = choices;
  const values = [power.mode, recordMode, psgSize, psgState, GeoMode, ...detectors.map(({ isEnabled }) => isEnabled)];
  return values.every((value) => value !== null);
}

export const hasEmptyDetectors = ({ detectors: { detectors } }: SatelliteDraft): boolean =>
  detectors.some(({ isEnabled, hz, sensitivity }) => isEnabled === null || hz === '' || sensitivity === null);

/** Fills the empty fields of the detectors with the defaults of the requirements, on request. */
export function fillDetectors({ detectors, ...draft }: SatelliteDraft): SatelliteDraft {
  const filled = detectors.detectors.map(({ isEnabled, hz, sensitivity }, number) => ({
    isEnabled: isEnabled ?? DEFAULT_ENABLES[number] ?? false,
    hz: hz === '' ? String(DEFAULT_HZ.iridium) : hz,
    sensitivity: sensitivity ?? DEFAULT_SENSITIVITY,
  }));
  return { ...draft, detectors: { ...detectors, detectors: filled } };
}

/** Error of the detectors; null: none. */
export function describeDetectors({ detectors: { detectors } }: SatelliteDraft): string | null {
  const unknown = detectors.filter(({ isEnabled }) => isEnabled === null).length;
  if (unknown > 0 && unknown < detectors.length) return t('The four detectors switch together: set each of them.');
  const isWrong = detectors.some(({ hz }, number) => hz !== '' && !isInRange(number, hz));
  return isWrong ? t('A frequency is out of range.') : null;
}

function toDetectorFields({ detectors: { detectors } }: SatelliteDraft) {
  return Object.fromEntries(
    detectors.flatMap(({ hz, sensitivity, isEnabled }, number) => [
      // Detector 0 has a fixed frequency: it is sent only together with the detector.
      [`frequency${number}`, hz === '' || (number === MAG && isEnabled === null) ? null : Number(hz)] as const,
      [`sensitivity${number}`, sensitivity] as const,
      [`enable${number}`, isEnabled === null ? null : toBit(isEnabled)] as const,
    ]),
  );
}

/** Only fields with a value: the device leaves absent ones unchanged. */
function listSettings(draft: SatelliteDraft): Readonly<Record<string, number>> {
  const { power, choices } = draft;
  const { OfflineDownloadState: _always, ...chosen } = choices;
  const connectSchedule = power.mode === null ? null : power.schedule;
  const all = { ...toDetectorFields(draft), powerMode: power.mode, connectSchedule, ...chosen };
  return Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

export function canSendSettings(draft: SatelliteDraft): boolean {
  const { acts, choices } = draft;
  const isEmpty =
    Object.keys(listSettings(draft)).length === 0 &&
    choices.OfflineDownloadState === OFF &&
    Object.values(acts).every((isTicked) => !isTicked);
  return !isEmpty && describeDetectors(draft) === null;
}

export function toSettingsOrder(draft: SatelliteDraft): CommandOrder {
  const { choices, acts } = draft;
  return {
    commandType: 'IridiumSettings',
    parameters: {
      ...listSettings(draft),
      OfflineDownloadState: choices.OfflineDownloadState,
      detectCountReset: toBit(acts.detectCountReset),
      restartUnit: toBit(acts.restartUnit),
      ClearIridiumOfflineFiles: toBit(acts.ClearIridiumOfflineFiles),
      FileNamesStartDate: null,
      FileNamesEndDate: null,
    },
  };
}

/** The question before sending; null: none is needed. */
export function describeActs({ restartUnit, ClearIridiumOfflineFiles }: SatelliteActs): string | null {
  const losses = [
    ClearIridiumOfflineFiles ? t('The offline files that wait for the satellite are lost.') : null,
    restartUnit ? t('Until it has restarted it notices no pig.') : null,
  ].filter((loss) => loss !== null);
  return losses.length === 0 ? null : losses.join(' ');
}

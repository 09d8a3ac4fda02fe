import { COMMANDS } from '@waymark/commands/commands';
import { exampleDevice } from '@waymark/contract/devices/device';
import { describe, expect, it } from 'vitest';
import { readDevice } from '#/features/devices/store/device.wire.ts';
import { listPowerChoices } from '../form/power-mode.view.ts';
import {
  canSendSettings,
  CHOICE_ROWS,
  describeActs,
  describeDetectors,
  fillDetectors,
  hasReported,
  NO_ACTS,
  readSatelliteDraft,
  toSettingsOrder,
} from './satellite-settings.view.ts';

const known = {
  ...readDevice(exampleDevice),
  isIridium: true,
  lastPowerMode: 1,
  schedule: 3,
  lastRecordMode: 1,
  psgSize: 1,
  psgState: 0,
  lastGeoMode: 3,
  lastFrequency0Setting: 0,
  lastFrequency1Setting: 22,
  lastFrequency2Setting: 12,
  lastFrequency3Setting: 30,
  lastSensitivity0: 0,
  lastSensitivity1: 1,
  lastSensitivity2: 2,
  lastSensitivity3: 6,
  lastEnable0: false,
  lastEnable1: true,
  lastEnable2: true,
  lastEnable3: false,
};
const unknown = {
  ...known,
  lastPowerMode: null,
  schedule: null,
  lastRecordMode: null,
  psgSize: null,
  psgState: null,
  lastGeoMode: null,
  lastFrequency0Setting: null,
  lastFrequency1Setting: null,
  lastFrequency2Setting: null,
  lastFrequency3Setting: null,
  lastSensitivity0: null,
  lastSensitivity1: null,
  lastSensitivity2: null,
  lastSensitivity3: null,
  lastEnable0: null,
  lastEnable1: null,
  lastEnable2: null,
  lastEnable3: null,
};
const choicesOf = (label: string) =>
  CHOICE_ROWS.find((row) => row.label === label)?.choices.map((choice) => choice.label);

describe('Iridium settings', () => {
  it('[C-015] settings start with the last reported values', () => {
    expect(toSettingsOrder(readSatelliteDraft(known)).parameters).toMatchObject({
      powerMode: 1,
      connectSchedule: 3,
      recordMode: 1,
      psgSize: 1,
      psgState: 0,
      GeoMode: 3,
      frequency0: 0,
      frequency1: 22,
      frequency2: 12,
      frequency3: 30,
      sensitivity0: 0,
      sensitivity1: 1,
      sensitivity2: 2,
      sensitivity3: 6,
      enable0: 0,
      enable1: 1,
      enable2: 1,
      enable3: 0,
    });
  });

  it('[W-134] settings of a device that has reported nothing are empty, and an empty form cannot be sent', () => {
    const draft = readSatelliteDraft(unknown);
    expect(draft.detectors.detectors).toEqual([
      { isEnabled: null, hz: '0', sensitivity: null },
      { isEnabled: null, hz: '', sensitivity: null },
      { isEnabled: null, hz: '', sensitivity: null },
      { isEnabled: null, hz: '', sensitivity: null },
    ]);
    expect(draft.power).toEqual({ mode: null, schedule: null });
    const { OfflineDownloadState: _sent, ...choices } = draft.choices;
    expect(new Set(Object.values(choices))).toEqual(new Set([null]));
    expect([hasReported(draft), hasReported(readSatelliteDraft(known)), canSendSettings(draft)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('[W-134] a change of the power mode alone sends only that', () => {
    const draft = { ...readSatelliteDraft(unknown), power: { mode: 1, schedule: null } };
    expect(canSendSettings(draft)).toBe(true);
    const { parameters } = toSettingsOrder(draft);
    expect(COMMANDS.IridiumSettings.parameters.safeParse(parameters).success).toBe(true);
    expect(parameters).toEqual({
      powerMode: 1,
      OfflineDownloadState: 0,
      detectCountReset: 0,
      restartUnit: 0,
      ClearIridiumOfflineFiles: 0,
      FileNamesStartDate: null,
      FileNamesEndDate: null,
    });
  });

  it('[W-134] the four detectors are sent together', () => {
    const draft = readSatelliteDraft(unknown);
    const withEnables = (...enables: (boolean | null)[]) => ({
      ...draft,
      detectors: {
        ...draft.detectors,
        detectors: draft.detectors.detectors.map((one, number) => ({ ...one, isEnabled: enables[number] ?? null })),
      },
    });
    const one = withEnables(null, true);
    expect([describeDetectors(one), canSendSettings(one)]).toEqual([
      'The four detectors switch together: set each of them.',
      false,
    ]);
    const all = withEnables(true, true, false, false);
    expect([describeDetectors(all), canSendSettings(all)]).toEqual([null, true]);
    expect(toSettingsOrder(all).parameters).toMatchObject({ frequency0: 0, enable0: 1, enable1: 1, enable2: 0 });
    expect(toSettingsOrder(all).parameters).not.toHaveProperty('frequency1');
  });

  it('[C-087] empty detectors are filled with 10 Hz, sensitivity High and detectors 0 and 1 on request', () => {
    expect(fillDetectors(readSatelliteDraft(known))).toEqual(readSatelliteDraft(known));
    const { detectors } = fillDetectors(readSatelliteDraft(unknown));
    expect(detectors.detectors).toEqual([
      { isEnabled: true, hz: '0', sensitivity: 4 },
      { isEnabled: true, hz: '10', sensitivity: 4 },
      { isEnabled: false, hz: '10', sensitivity: 4 },
      { isEnabled: false, hz: '10', sensitivity: 4 },
    ]);
  });

  it('[C-057, C-058, C-059, C-064, C-065] all settings go in one message with exactly its fields', () => {
    const draft = readSatelliteDraft(known);
    const chosen = { ...draft, choices: { ...draft.choices, UnfoldedAntennaDetectorEnable: 0 } };
    const { commandType, parameters } = toSettingsOrder(chosen);
    expect(commandType).toBe('IridiumSettings');
    expect(COMMANDS.IridiumSettings.parameters.safeParse(parameters).success).toBe(true);
    expect(Object.keys(parameters).toSorted()).toEqual(
      Object.keys(COMMANDS.IridiumSettings.parameters.shape).toSorted(),
    );
    expect(parameters).toMatchObject({ FileNamesStartDate: null, FileNamesEndDate: null, OfflineDownloadState: 0 });
  });

  it('a one-time action is sent only if it is ticked', () => {
    const draft = readSatelliteDraft(known);
    const acts = { detectCountReset: 0, restartUnit: 0, ClearIridiumOfflineFiles: 0 };
    expect(toSettingsOrder(draft).parameters).toMatchObject(acts);
    const ticked = { ...draft, acts: { ...NO_ACTS, restartUnit: true } };
    expect(toSettingsOrder(ticked).parameters).toMatchObject({ ...acts, restartUnit: 1 });
  });

  it('[C-060, C-061, C-062, C-063, C-071] the choices have the words of the requirements, in the order of their numbers', () => {
    expect(choicesOf('Record mode')).toEqual(['Off', 'On']);
    expect(choicesOf('Passage size')).toEqual(['10 sec', '20 sec']);
    expect(choicesOf('Passage state')).toEqual(['Detection Only', 'Detection & GEO']);
    expect(choicesOf('Antenna detector')).toEqual(['Off', 'On']);
    expect(choicesOf('Geo mode')).toEqual(['Low', 'Medium', 'High', 'Very High']);
  });

  it('[C-036] Low Power is left out below firmware 10.29', () => {
    const listModes = (firmwareVersion: number | null) =>
      listPowerChoices({ firmwareVersion, isIridium: true }).map(({ label }) => label);
    expect(listModes(10.28)).toEqual(['Active', 'Hibernate']);
    expect(listModes(10.29)).toEqual(['Active', 'Hibernate', 'Low Power']);
  });

  it('settings with a frequency out of range cannot be sent, and a mode that is not offered is left out', () => {
    const draft = readSatelliteDraft(known);
    expect(canSendSettings(draft)).toBe(true);
    const old = readSatelliteDraft({ ...known, lastPowerMode: 2, firmwareVersion: 10.05, lastRecordMode: 2 });
    expect(toSettingsOrder(old).parameters).not.toHaveProperty('powerMode');
    expect(toSettingsOrder(old).parameters).not.toHaveProperty('recordMode');
    const detectors = draft.detectors.detectors.map((detector, number) =>
      number === 3 ? { ...detector, hz: '31' } : detector,
    );
    expect(canSendSettings({ ...draft, detectors: { ...draft.detectors, detectors } })).toBe(false);
  });

  it('describeActs asks before data is lost', () => {
    expect(describeActs({ ...NO_ACTS, detectCountReset: true })).toBeNull();
    expect(describeActs({ ...NO_ACTS, ClearIridiumOfflineFiles: true })).toContain('lost');
    expect(describeActs({ ...NO_ACTS, restartUnit: true })).toContain('restarted');
  });
});

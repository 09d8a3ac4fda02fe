import { z } from 'zod';
import { markText, type Translate } from '@waymark/domain/language/translate';
import { defineCommand, type Parameters } from '../definition.ts';
import { bit, bitOf, detectors, exampleDetectors, geoMode, powerMode, recordMode, scheduleIndex } from '../fields.ts';
import { findPowerModeFault } from '../power-modes.ts';
import { findRecordModeFault } from '../record-modes.ts';
import { EVERY_FIRMWARE } from '../gates.ts';
import { DETECTORS_OFF, HIBERNATE, RESTART_TEXT } from '../run-harms.ts';
import {
  PASSAGE_SIZES,
  PASSAGE_STATES,
  describeGeoMode,
  describePassageSize,
  describePassageState,
  describeRecordMode,
} from '@waymark/domain/device/modes';
import { describeDetectors, describePower, onOrOff, readNumber } from '../words.ts';

type Describe = (value: number, t: Translate, parameters: Parameters) => string;

const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

/** The settings in the order of the form, each by the field that says whether it is set. */
const SETTINGS: readonly (readonly [string, Describe])[] = [
  ['powerMode', (_, t, parameters) => describePower(parameters, t)],
  ['recordMode', (mode, t) => t('Record mode {mode}', { mode: t(describeRecordMode(mode)) })],
  ['enable0', (_, t, parameters) => t('Detectors {words}', { words: lowerFirst(describeDetectors(parameters, t)) })],
  ['psgSize', (size, t) => t('Passage size {size}', { size: t(describePassageSize(size)) })],
  ['psgState', (state, t) => t('Passage state {state}', { state: t(describePassageState(state)) })],
  ['UnfoldedAntennaDetectorEnable', (state, t) => t('Antenna detector {state}', { state: onOrOff(state, t) })],
  ['GeoMode', (mode, t) => t('Geo mode {mode}', { mode: t(describeGeoMode(mode)) })],
  ['OfflineDownloadState', (state, t) => t('Offline download {state}', { state: onOrOff(state, t) })],
];
const ACTS: readonly (readonly [string, string])[] = [
  ['detectCountReset', markText('Detection count reset')],
  ['restartUnit', markText('Restart')],
  ['ClearIridiumOfflineFiles', markText('Clear Iridium offline files')],
];

function describeSettings(parameters: Parameters, t: Translate): string {
  const settings = SETTINGS.flatMap(([name, describe]) => {
    const value = readNumber(parameters, name);
    return value === null ? [] : [describe(value, t, parameters)];
  });
  const acts = ACTS.filter(([name]) => parameters[name] === 1).map(([, words]) => t(words));
  return [...settings, ...acts].join(' · ');
}

/** Omitted fields stay unchanged. */
export const iridiumSettingsCommand = defineCommand({
  type: 'IridiumSettings',
  label: markText('Iridium Settings'),
  summary: 'Sets everything that can be set over satellite, in one message.',
  parameters: detectors
    .extend({
      powerMode,
      connectSchedule: scheduleIndex,
      recordMode,
      detectCountReset: bit,
      restartUnit: bit,
      psgSize: bitOf(PASSAGE_SIZES),
      psgState: bitOf(PASSAGE_STATES),
      UnfoldedAntennaDetectorEnable: bit,
      GeoMode: geoMode,
      OfflineDownloadState: bit,
      ClearIridiumOfflineFiles: bit,
    })
    .partial()
    .extend({ FileNamesStartDate: z.null().optional(), FileNamesEndDate: z.null().optional() }),
  example: {
    ...exampleDetectors,
    powerMode: 2,
    connectSchedule: 0,
    recordMode: 1,
    psgSize: 0,
    psgState: 1,
    GeoMode: 2,
  },
  gate: { iridium: EVERY_FIRMWARE },
  findFault: ({ powerMode: power, recordMode: record }, target) => {
    // A device whose link is unknown passes the gate too.
    const overSatellite = { ...target, isIridium: true };
    return findPowerModeFault(power, overSatellite) ?? findRecordModeFault(record, overSatellite);
  },
  describe: describeSettings,
  harms: [HIBERNATE, DETECTORS_OFF, { text: RESTART_TEXT, applies: ({ restartUnit }) => restartUnit === 1 }],
});

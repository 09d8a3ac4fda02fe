import { PASSAGE_SIZES, PASSAGE_STATES } from '@waymark/domain/device/modes';
import { z } from 'zod';
import { defineCommand } from './command.ts';
import { bit, bitOf, detectors, exampleDetectors, geoMode, powerMode, recordMode, scheduleIndex } from './fields.ts';

/** Omitted fields stay unchanged. */
export const iridiumSettingsCommand = defineCommand({
  type: 'IridiumSettings',
  label: 'Iridium Settings',
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
});

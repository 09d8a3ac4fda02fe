import { PASSAGE_SIZES, PASSAGE_STATES } from '@waymark/domain/device/modes';
import { bit, bitOf, geoMode, powerMode, recordMode, scheduleIndex, sensitivity } from '@waymark/commands/fields';
import { z } from 'zod';
import { answeredId, time, u8 } from './fields.ts';

/** null: not reported by this firmware. */
const said = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null);

/** The settings response of all links, with the field names of the documents. */
export const controlSettingsSchema = z.object({
  frequency0Setting: said(u8.describe('of detector 0, which is MAG: 0')),
  frequency1Setting: said(u8.describe('of detector 1, hertz')),
  frequency2Setting: said(u8.describe('of detector 2, hertz')),
  frequency3Setting: said(u8.describe('of detector 3, hertz')),
  enable0: said(bit),
  enable1: said(bit),
  enable2: said(bit),
  enable3: said(bit),
  sensitivity0: said(sensitivity),
  sensitivity1: said(sensitivity),
  sensitivity2: said(sensitivity),
  sensitivity3: said(sensitivity),
  recordMode: said(recordMode),
  powerMode: said(powerMode),
  connectionSchedule: said(scheduleIndex),
  geoMode: said(geoMode),
  foldAntDetectorState: said(bit.describe('whether the device watches that its antenna is folded out')),
  offlineDownloadState: said(bit.describe('1: an offline download is on')),
  psgState: said(bitOf(PASSAGE_STATES)),
  psgSize: said(bitOf(PASSAGE_SIZES)),
  streamEnable: said(bit.describe('1: the device streams')),
});
export type ControlSettings = z.output<typeof controlSettingsSchema>;

export const settingsResponseSchema = controlSettingsSchema.extend({
  t: time,
  id: answeredId,
});
export type SettingsResponse = z.output<typeof settingsResponseSchema>;

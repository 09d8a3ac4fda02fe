import { bit, geoMode, powerMode, recordMode, scheduleIndex, sensitivity } from '@waymark/contract/commands/fields';
import { z } from 'zod';
import { commandId, time, u8 } from './fields.ts';

/** null: this firmware does not say. */
const said = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null);

/** What every link's settings response says, in the documents' spelling of the response. */
export const controlSettingsSchema = z.object({
  frequency0Setting: said(u8),
  frequency1Setting: said(u8),
  frequency2Setting: said(u8),
  frequency3Setting: said(u8),
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
  foldAntDetectorState: said(bit),
  offlineDownloadState: said(bit),
  psgState: said(bit),
  psgSize: said(bit),
  streamEnable: said(bit),
});
export type ControlSettings = z.output<typeof controlSettingsSchema>;

export const settingsResponseSchema = controlSettingsSchema.extend({
  t: time,
  /** The command this answers; null when the device tells it unasked. */
  id: commandId.nullable().default(null),
});
export type SettingsResponse = z.output<typeof settingsResponseSchema>;

import { z } from 'zod';
import { uid, utcSecond } from './fields.ts';

const said = z.int().nullable();

/** A control settings response with the field names of the documents; null: not reported by this firmware. */
export const controlRow = z.object({
  uid,
  timeStampAck: utcSecond,
  frequency0Setting: said,
  frequency1Setting: said,
  frequency2Setting: said,
  frequency3Setting: said,
  enable0: said,
  enable1: said,
  enable2: said,
  enable3: said,
  sensitivity0: said,
  sensitivity1: said,
  sensitivity2: said,
  sensitivity3: said,
  recordMode: said,
  powerMode: said,
  connectionSchedule: said,
  geoMode: said,
  foldAntDetectorState: said,
  offlineDownloadState: said,
  psgState: said,
  psgSize: said,
  streamEnable: said,
});
export type ControlRow = z.output<typeof controlRow>;

export const exampleControlRow: ControlRow = {
  uid: 100_234,
  timeStampAck: '2026-03-18 00:04:02',
  frequency0Setting: 0,
  frequency1Setting: 22,
  frequency2Setting: 22,
  frequency3Setting: 10,
  enable0: 1,
  enable1: 1,
  enable2: 0,
  enable3: 0,
  sensitivity0: 4,
  sensitivity1: 4,
  sensitivity2: 3,
  sensitivity3: 3,
  recordMode: 1,
  powerMode: 2,
  connectionSchedule: 0,
  geoMode: 2,
  foldAntDetectorState: 0,
  offlineDownloadState: 0,
  psgState: null,
  psgSize: null,
  streamEnable: 0,
};

import { z } from 'zod';
import { bit, geoMode, powerMode, recordMode, scheduleIndex, sensitivity, text } from './mqtt/fields.ts';

// What each command carries, in the documents' spelling of commands (responses spell some of it differently).

/** Detector 0 is MAG and always has 0; the others listen at 10 to 30 Hz. */
const magFrequency = z.literal(0);
const elfFrequency = z.int().min(10).max(30);

const detectors = z.object({
  frequency0: magFrequency,
  frequency1: elfFrequency,
  frequency2: elfFrequency,
  frequency3: elfFrequency,
  sensitivity0: sensitivity,
  sensitivity1: sensitivity,
  sensitivity2: sensitivity,
  sensitivity3: sensitivity,
  enable0: bit,
  enable1: bit,
  enable2: bit,
  enable3: bit,
});

/** "YYYY-MM-DD HH:mm:ss" in UTC. */
const fileDate = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
const fileWindow = z.object({ FileNamesStartDate: fileDate, FileNamesEndDate: fileDate });

const none = z.object({});

/** A field that is left out is not changed. */
export const iridiumSettingsSchema = detectors
  .extend({
    powerMode,
    connectSchedule: scheduleIndex,
    recordMode,
    detectCountReset: bit,
    restartUnit: bit,
    psgSize: bit,
    psgState: bit,
    UnfoldedAntennaDetectorEnable: bit,
    GeoMode: geoMode,
    OfflineDownloadState: bit,
    ClearIridiumOfflineFiles: bit,
  })
  .partial()
  .extend({ FileNamesStartDate: z.null().optional(), FileNamesEndDate: z.null().optional() });
export type IridiumSettings = z.output<typeof iridiumSettingsSchema>;

export const COMMAND_PARAMETERS = {
  PowerMode: z.object({ powerMode, connectSchedule: scheduleIndex.optional() }),
  RecordMode: z.object({ recordMode }),
  FrequencySelect: detectors.extend({ HighSpeedPulse: bit.optional() }),
  StreamEnable: z.object({ streamEnabled: z.boolean() }),
  SdMode: z.object({ SdMode: z.int().min(0).max(7) }),
  GeoMode: z.object({ GeoMode: geoMode }),
  AGMShutDwn: none,
  FoldState: z.object({ UnfoldedAntennaDetectorEnable: bit }),
  CellOfflineDownloadState: z.object({ OfflineDownloadState: bit }),
  DownloadRange: fileWindow.extend({ FileType: z.int().min(0).max(3) }),
  DeviceInfo: none,
  DetectionCountReset: none,
  DeviceRestart: none,
  ControlSettings: none,
  IridiumSettings: iridiumSettingsSchema,
  IridiumOfflineDownload: fileWindow,
  IridiumExitOfflineDownload: none,
  GpsFix: none,
  FactoryReset: none,
  AddressChange: z.object({ address: text }),
} as const;

export type CommandType = keyof typeof COMMAND_PARAMETERS;
export type CommandParameters<Type extends CommandType> = z.output<(typeof COMMAND_PARAMETERS)[Type]>;

const CANONICAL = new Map(Object.keys(COMMAND_PARAMETERS).map((type) => [type.toLowerCase(), type as CommandType]));

/** Two lists of names differ in case: any case is understood, this spelling is stored and sent. */
export function findCommandType(name: string): CommandType | null {
  return CANONICAL.get(name.toLowerCase()) ?? null;
}

import type { ControlSettings } from '@waymark/device-protocol/mqtt/settings-response';
import { POWER_MODE } from '@waymark/commands/power-modes';
import { RECORD_MODE } from '@waymark/commands/record-modes';

type Bit = 0 | 1;
type Four<Value> = readonly [Value, Value, Value, Value];

/** Settings that commands can change. */
export interface DeviceSettings {
  readonly powerMode: number;
  readonly schedule: number;
  readonly recordMode: number;
  readonly geoMode: number;
  /** Hertz; detector 0 is MAG and has 0. */
  readonly frequencies: Four<number>;
  readonly sensitivities: Four<number>;
  readonly enables: Four<Bit>;
  readonly hasUnfoldedAntennaDetector: boolean;
  readonly isOfflineDownload: boolean;
  /** Satellite messages: state 0 without signal, 1 with it; size 0 ten seconds of it, 1 twenty. */
  readonly psgState: Bit;
  readonly psgSize: Bit;
}

export const FACTORY_SETTINGS: DeviceSettings = {
  powerMode: POWER_MODE.active,
  schedule: 0,
  recordMode: RECORD_MODE.on,
  geoMode: 1,
  frequencies: [0, 22, 22, 22],
  sensitivities: [4, 4, 4, 4],
  enables: [1, 1, 0, 0],
  hasUnfoldedAntennaDetector: false,
  isOfflineDownload: false,
  psgState: 1,
  psgSize: 0,
};

const toBit = (flag: boolean): Bit => (flag ? 1 : 0);

/** The settings with the field names of the responses. */
export function describeSettings(
  settings: DeviceSettings,
  isStreaming: boolean,
  isSatellite: boolean,
): ControlSettings {
  const { frequencies, sensitivities, enables } = settings;
  return {
    frequency0Setting: frequencies[0],
    frequency1Setting: frequencies[1],
    frequency2Setting: frequencies[2],
    frequency3Setting: frequencies[3],
    enable0: enables[0],
    enable1: enables[1],
    enable2: enables[2],
    enable3: enables[3],
    sensitivity0: sensitivities[0],
    sensitivity1: sensitivities[1],
    sensitivity2: sensitivities[2],
    sensitivity3: sensitivities[3],
    recordMode: settings.recordMode,
    powerMode: settings.powerMode,
    connectionSchedule: settings.schedule,
    geoMode: settings.geoMode,
    foldAntDetectorState: toBit(settings.hasUnfoldedAntennaDetector),
    offlineDownloadState: toBit(settings.isOfflineDownload),
    psgState: isSatellite ? settings.psgState : null,
    psgSize: isSatellite ? settings.psgSize : null,
    streamEnable: isSatellite ? null : toBit(isStreaming),
  };
}

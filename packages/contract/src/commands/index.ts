import type { CommandType } from '@waymark/domain/command/gates';
import type { z } from 'zod';
import type { CommandDefinition } from './command.ts';
import { addressChangeCommand } from './address-change.ts';
import { agmShutDownCommand } from './agm-shut-down.ts';
import { cellOfflineDownloadStateCommand } from './cell-offline-download-state.ts';
import { controlSettingsCommand } from './control-settings.ts';
import { detectionCountResetCommand } from './detection-count-reset.ts';
import { deviceInfoCommand } from './device-info.ts';
import { deviceRestartCommand } from './device-restart.ts';
import { downloadRangeCommand } from './download-range.ts';
import { factoryResetCommand } from './factory-reset.ts';
import { foldStateCommand } from './fold-state.ts';
import { frequencySelectCommand } from './frequency-select.ts';
import { geoModeCommand } from './geo-mode.ts';
import { gpsFixCommand } from './gps-fix.ts';
import { iridiumExitOfflineDownloadCommand } from './iridium-exit-offline-download.ts';
import { iridiumOfflineDownloadCommand } from './iridium-offline-download.ts';
import { iridiumSettingsCommand } from './iridium-settings.ts';
import { powerModeCommand } from './power-mode.ts';
import { recordModeCommand } from './record-mode.ts';
import { sdModeCommand } from './sd-mode.ts';
import { streamEnableCommand } from './stream-enable.ts';

/** Every command, in the order of the documents. */
export const COMMANDS = {
  PowerMode: powerModeCommand,
  RecordMode: recordModeCommand,
  FrequencySelect: frequencySelectCommand,
  StreamEnable: streamEnableCommand,
  SdMode: sdModeCommand,
  GeoMode: geoModeCommand,
  AGMShutDwn: agmShutDownCommand,
  FoldState: foldStateCommand,
  CellOfflineDownloadState: cellOfflineDownloadStateCommand,
  DownloadRange: downloadRangeCommand,
  DeviceInfo: deviceInfoCommand,
  DetectionCountReset: detectionCountResetCommand,
  DeviceRestart: deviceRestartCommand,
  ControlSettings: controlSettingsCommand,
  IridiumSettings: iridiumSettingsCommand,
  IridiumOfflineDownload: iridiumOfflineDownloadCommand,
  IridiumExitOfflineDownload: iridiumExitOfflineDownloadCommand,
  GpsFix: gpsFixCommand,
  FactoryReset: factoryResetCommand,
  AddressChange: addressChangeCommand,
} as const satisfies { readonly [Type in CommandType]: CommandDefinition<Type> };

export type CommandParameters<Type extends CommandType> = z.output<(typeof COMMANDS)[Type]['parameters']>;

const CANONICAL = new Map(Object.values(COMMANDS).map(({ type }) => [type.toLowerCase(), type]));

/** Two lists in the documents differ in case: any case is understood, this spelling is stored and sent. */
export function findCommandType(name: string): CommandType | null {
  return CANONICAL.get(name.toLowerCase()) ?? null;
}

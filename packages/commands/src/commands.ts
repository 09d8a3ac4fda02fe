import { inEnglish, type Translate } from '@waymark/domain/language/translate';
import type { z } from 'zod';
import type { CommandDefinition, Parameters } from './definition.ts';
import type { CommandFault } from './faults.ts';
import { checkGate, type CommandGate, type CommandTarget, type GateFault } from './gates.ts';
import { addressChangeCommand } from './list/address-change.ts';
import { agmShutDownCommand } from './list/agm-shut-down.ts';
import { cellOfflineDownloadStateCommand } from './list/cell-offline-download-state.ts';
import { controlSettingsCommand } from './list/control-settings.ts';
import { detectionCountResetCommand } from './list/detection-count-reset.ts';
import { deviceInfoCommand } from './list/device-info.ts';
import { deviceRestartCommand } from './list/device-restart.ts';
import { downloadRangeCommand } from './list/download-range.ts';
import { factoryResetCommand } from './list/factory-reset.ts';
import { foldStateCommand } from './list/fold-state.ts';
import { frequencySelectCommand } from './list/frequency-select.ts';
import { geoModeCommand } from './list/geo-mode.ts';
import { gpsFixCommand } from './list/gps-fix.ts';
import { iridiumExitOfflineDownloadCommand } from './list/iridium-exit-offline-download.ts';
import { iridiumOfflineDownloadCommand } from './list/iridium-offline-download.ts';
import { iridiumSettingsCommand } from './list/iridium-settings.ts';
import { powerModeCommand } from './list/power-mode.ts';
import { recordModeCommand } from './list/record-mode.ts';
import { sdModeCommand } from './list/sd-mode.ts';
import { streamEnableCommand } from './list/stream-enable.ts';

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
} as const;

export type CommandType = keyof typeof COMMANDS;
export const COMMAND_TYPES = Object.keys(COMMANDS) as CommandType[];

/** The definition without the types of its parameters. */
export const definitionOf = (type: CommandType): CommandDefinition<CommandType> => COMMANDS[type];

export type CommandParameters<Type extends CommandType> = z.output<(typeof COMMANDS)[Type]['parameters']>;

/** Whether the command cannot be undone from afar: API keys may not send it. */
export function isDangerous(type: CommandType, parameters: Parameters): boolean {
  const { danger } = definitionOf(type);
  return danger !== undefined && (danger.applies?.(parameters) ?? true);
}

const CANONICAL = new Map(Object.values(COMMANDS).map(({ type }) => [type.toLowerCase(), type]));

/** Two lists in the documents differ in case: any case is understood, this spelling is stored and sent. */
export function findCommandType(name: string): CommandType | null {
  return CANONICAL.get(name.toLowerCase()) ?? null;
}

/** null: such a device accepts commands of this type. */
export function findGateFault(type: CommandType, target: CommandTarget): GateFault | null {
  return checkGate(definitionOf(type).gate, target);
}

/** The reason why such a device does not accept this command; null: it does. */
export function findCommandFault(
  type: CommandType,
  parameters: Parameters,
  target: CommandTarget,
): CommandFault | null {
  return findGateFault(type, target) ?? definitionOf(type).findFault?.(parameters, target) ?? null;
}

/** What such a command does to an active run that the device watches; empty: no harm. */
export const listRunHarms = (type: CommandType, parameters: Parameters): readonly string[] =>
  (definitionOf(type).harms ?? []).filter(({ applies }) => applies?.(parameters) ?? true).map(({ text }) => text);

/** Describes the parameters of a command; empty where the label says everything. */
export const describeParameters = (type: CommandType, parameters: Parameters, t: Translate = inEnglish): string =>
  definitionOf(type).describe?.(parameters, t) ?? '';

/** The types that a link carries. */
export const listTypesOfLink = (link: keyof CommandGate): CommandType[] =>
  COMMAND_TYPES.filter((type) => definitionOf(type).gate[link] !== undefined);

// Decides which device accepts which command. The console's forms, the API and the simulator share this table.

/** "above" is >, "from" is >=, "below" is <, in the numbers of `computeFirmwareVersion`. */
export interface FirmwareRange {
  readonly above?: number;
  readonly from?: number;
  readonly below?: number;
}

/** The links that carry a command, with the firmware required there; a missing link does not carry it. */
export interface CommandGate {
  readonly cellular?: FirmwareRange;
  readonly iridium?: FirmwareRange;
}

const EVERY_FIRMWARE: FirmwareRange = {};
const LEGACY: FirmwareRange = { below: 10 };

export const COMMAND_GATES = {
  PowerMode: { cellular: EVERY_FIRMWARE },
  RecordMode: { cellular: LEGACY },
  FrequencySelect: { cellular: EVERY_FIRMWARE },
  StreamEnable: { cellular: EVERY_FIRMWARE },
  SdMode: { cellular: EVERY_FIRMWARE },
  GeoMode: { cellular: { above: 2.3, below: 10 } },
  AGMShutDwn: { cellular: { above: 2.4 } },
  FoldState: { cellular: { above: 2.4, below: 10 } },
  CellOfflineDownloadState: { cellular: { above: 2.4 } },
  DownloadRange: { cellular: { above: 2.4 } },
  DeviceInfo: { cellular: LEGACY, iridium: EVERY_FIRMWARE },
  DetectionCountReset: { cellular: LEGACY },
  DeviceRestart: { cellular: EVERY_FIRMWARE },
  ControlSettings: { cellular: LEGACY, iridium: EVERY_FIRMWARE },
  IridiumSettings: { iridium: EVERY_FIRMWARE },
  IridiumOfflineDownload: { iridium: EVERY_FIRMWARE },
  IridiumExitOfflineDownload: { iridium: EVERY_FIRMWARE },
  GpsFix: { cellular: EVERY_FIRMWARE },
  FactoryReset: { cellular: EVERY_FIRMWARE },
  AddressChange: { cellular: EVERY_FIRMWARE },
} as const satisfies Readonly<Record<string, CommandGate>>;

export type CommandType = keyof typeof COMMAND_GATES;
export const COMMAND_TYPES = Object.keys(COMMAND_GATES) as CommandType[];

/** The known properties of a command's target device. */
export interface CommandTarget {
  /** null: not reported. All commands are open then; the device itself decides. */
  readonly firmwareVersion: number | null;
  /** null: unknown until the first report. Commands of both links are open then. */
  readonly isIridium: boolean | null;
}

export type GateFault = 'other-link' | 'firmware-too-old' | 'firmware-too-new';

export function findFirmwareFault(version: number | null, { above, from, below }: FirmwareRange): GateFault | null {
  if (version === null) return null;
  if (above !== undefined && version <= above) return 'firmware-too-old';
  if (from !== undefined && version < from) return 'firmware-too-old';
  return below !== undefined && version >= below ? 'firmware-too-new' : null;
}

/** Firmware family with its own commands and download form. */
export function isLegacyFirmware(version: number | null): boolean {
  return findFirmwareFault(version, LEGACY) === null;
}

/** null: such a device accepts commands of this type. */
export function findGateFault(type: CommandType, { firmwareVersion, isIridium }: CommandTarget): GateFault | null {
  const { cellular, iridium }: CommandGate = COMMAND_GATES[type];
  const ranges = [...(isIridium === true ? [] : [cellular]), ...(isIridium === false ? [] : [iridium])];
  const faults = ranges.flatMap((range) => (range === undefined ? [] : [findFirmwareFault(firmwareVersion, range)]));
  const [first = 'other-link'] = faults;
  return faults.includes(null) ? null : first;
}

/** The types that a link carries. */
export function listTypesOfLink(link: keyof CommandGate): CommandType[] {
  return COMMAND_TYPES.filter((type) => (COMMAND_GATES[type] as CommandGate)[link] !== undefined);
}

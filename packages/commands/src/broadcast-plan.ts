import { formatUtcSecond } from '@waymark/domain/time/utc';
import { markText } from '@waymark/domain/language/translate';
import { BROADCAST_CODES, BROADCAST_LABELS, type BroadcastCode } from './broadcast-codes.ts';
import { isDetectorCode, planDetectors, planPower, type BroadcastDevice } from './broadcast-settings.ts';
import { FORMAT_SD_CARD } from './disk-modes.ts';
import { findCommandFault, listRunHarms, type CommandType } from './commands.ts';
import { describeCommandFault } from './faults.ts';
import type { CommandTarget } from './gates.ts';
import { MOST_SATELLITE_S, type FileWindow } from './windows.ts';

const LONGEST_MS = MOST_SATELLITE_S * 1000;

/** Widens a window to whole seconds, the resolution of file names. */
export function widenToSeconds({ startAt, endAt }: FileWindow): FileWindow {
  return { startAt: Math.floor(startAt / 1000) * 1000, endAt: Math.ceil(endAt / 1000) * 1000 };
}

/** Ascending, separate windows of at most ten minutes that contain all these passages; `within` has whole seconds. */
export function listSatelliteWindows(passages: readonly number[], within: FileWindow): FileWindow[] {
  const windows: FileWindow[] = [];
  for (const at of passages.toSorted((one, other) => one - other)) {
    const coveredUntil = windows.at(-1)?.endAt ?? -Infinity;
    if (at < within.startAt || at > within.endAt || at <= coveredUntil) continue;
    const middle = Math.floor(at / 1000) * 1000;
    const startAt = Math.max(middle - LONGEST_MS / 2, within.startAt, coveredUntil);
    windows.push({ startAt, endAt: Math.min(startAt + LONGEST_MS, within.endAt) });
  }
  return windows;
}

// Plans the commands of a broadcast for one device.

export interface PlannedCommand {
  readonly type: CommandType;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/**
 * A device gets all of a broadcast or nothing, except for satellite downloads: only the first MOST_SATELLITE_DOWNLOADS
 * are sent.
 */
export interface BroadcastPlan {
  readonly commands: readonly PlannedCommand[];
  /** The reason why something is not sent; null: everything is. */
  readonly failure: string | null;
}

export interface BroadcastOrder {
  readonly codes: readonly BroadcastCode[];
  /** Time range of the download. */
  readonly window: FileWindow | null;
  /** Times of the device's passages within the window; only satellite downloads use them. */
  readonly passages: readonly number[];
}

/** Satellite downloads per device at once: the gateway queues at most 50 messages. */
export const MOST_SATELLITE_DOWNLOADS = 12;
/** File type of passages recorded while the device was connected. */
const ONLINE_FILES = 1;

const give = (type: CommandType, parameters: PlannedCommand['parameters']): BroadcastPlan => ({
  commands: [{ type, parameters }],
  failure: null,
});
const refuse = (failure: string): BroadcastPlan => ({ commands: [], failure });
const LINK_UNKNOWN = markText('The device has not reported yet: its link is unknown.');

const writeWindow = ({ startAt, endAt }: FileWindow) => ({
  FileNamesStartDate: formatUtcSecond(startAt),
  FileNamesEndDate: formatUtcSecond(endAt),
});

function planSatelliteDownloads(passages: readonly number[], window: FileWindow): BroadcastPlan {
  const windows = listSatelliteWindows(passages, window);
  if (windows.length === 0)
    return refuse(markText('Over satellite only passages can be downloaded, and there is none between the dates.'));
  const rest = windows[MOST_SATELLITE_DOWNLOADS];
  return {
    commands: windows
      .slice(0, MOST_SATELLITE_DOWNLOADS)
      .map((each) => ({ type: 'IridiumOfflineDownload', parameters: writeWindow(each) })),
    failure: rest
      ? `Only ${MOST_SATELLITE_DOWNLOADS} downloads go over satellite at once. Send it again from ${formatUtcSecond(rest.startAt)}.`
      : null,
  };
}

function planDownload(
  { window, passages }: Pick<BroadcastOrder, 'window' | 'passages'>,
  { isIridium }: BroadcastDevice,
): BroadcastPlan {
  if (window === null) return refuse(describeCommandFault('not-a-window'));
  if (isIridium === null) return refuse(LINK_UNKNOWN);
  const widened = widenToSeconds(window);
  if (isIridium) return planSatelliteDownloads(passages, widened);
  return give('DownloadRange', { FileType: ONLINE_FILES, ...writeWindow(widened) });
}

function planCode(code: BroadcastCode, order: BroadcastOrder, device: BroadcastDevice): BroadcastPlan {
  const { isIridium } = device;
  if (isIridium === null) return refuse(LINK_UNKNOWN);
  if (code === 'RFD') return planDownload(order, device);
  if (isDetectorCode(code)) return give(isIridium ? 'IridiumSettings' : 'FrequencySelect', planDetectors(code, device));
  if (code !== 'SD') return give(isIridium ? 'IridiumSettings' : 'PowerMode', planPower(code, device));
  return isIridium ? refuse(markText('It does not go over satellite.')) : give('SdMode', { SdMode: FORMAT_SD_CARD });
}

function checkPlan(plan: BroadcastPlan, device: BroadcastDevice): BroadcastPlan {
  const faults = plan.commands.map(({ type, parameters }) => findCommandFault(type, parameters, device));
  const fault = faults.find((found) => found !== null);
  return fault ? refuse(describeCommandFault(fault)) : plan;
}

/** Plans the download of the recorded passages of a device over either link. */
export function planDeviceDownload(
  order: Pick<BroadcastOrder, 'window' | 'passages'>,
  device: BroadcastDevice,
): BroadcastPlan {
  return checkPlan(planDownload(order, device), device);
}

/** Over satellite one message carries all settings. */
function mergeSettings(commands: readonly PlannedCommand[]): readonly PlannedCommand[] {
  const settings = commands.filter(({ type }) => type === 'IridiumSettings');
  if (settings.length < 2) return commands;
  const merged = settings.reduce<PlannedCommand['parameters']>(
    (all, { parameters }) => ({ ...all, ...parameters }),
    {},
  );
  return [
    { type: 'IridiumSettings', parameters: merged },
    ...commands.filter(({ type }) => type !== 'IridiumSettings'),
  ];
}

/** Low power goes last, because the device may sleep after it. */
function sortCodes(codes: readonly BroadcastCode[]): BroadcastCode[] {
  return BROADCAST_CODES.filter((code) => codes.includes(code)).toSorted(
    (one, other) => Number(one === 'PMLP') - Number(other === 'PMLP'),
  );
}

export function planBroadcast(order: BroadcastOrder, device: BroadcastDevice): BroadcastPlan {
  const plans = sortCodes(order.codes).map((code) => ({ code, ...checkPlan(planCode(code, order, device), device) }));
  const [worst] = plans
    .filter(({ failure }) => failure !== null)
    .toSorted((one, other) => one.commands.length - other.commands.length);
  const failure = worst ? `${BROADCAST_LABELS[worst.code]}: ${worst.failure}` : null;
  if (worst?.commands.length === 0) return { commands: [], failure };
  return { commands: mergeSettings(plans.flatMap(({ commands }) => commands)), failure };
}

/** What a broadcast does to an active run that the device watches. A download harms none. */
export function listBroadcastHarms(codes: readonly BroadcastCode[], target: CommandTarget): readonly string[] {
  const device = { ...target, schedule: null, frequencies: null, sensitivities: null };
  const order = { codes: codes.filter((code) => code !== 'RFD'), window: null, passages: [] };
  return planBroadcast(order, device).commands.flatMap(({ type, parameters }) => listRunHarms(type, parameters));
}

import type { CommandParameters } from '@waymark/commands/commands';
import type { Command } from '@waymark/device-protocol/mqtt/command';
import { FORMAT_SD_CARD } from '@waymark/commands/disk-modes';
import { RECORD_MODE } from '@waymark/commands/record-modes';
import { readWindow } from '@waymark/commands/windows';
import { describeDisk, EMPTY_DISK, type DiskContent } from './disk.ts';
import { beginDownload, findRecorded } from './download.ts';
import type { Report } from './report.ts';
import { buildGpsFix, buildInfo, buildSettings } from './reports.ts';
import { FACTORY_SETTINGS, type DeviceSettings } from './settings.ts';
import type { DeviceState } from './state.ts';

/** Effect of an accepted command: the new state, the reports after the acknowledgement, and the next action. */
export interface CommandEffect {
  readonly state: DeviceState;
  readonly reports: readonly Report[];
  readonly next?: 'power' | 'restart' | 'shut-down';
}

const NOTHING_COUNTED = { detectionCount: 0, counted: [] } as const;

function change(state: DeviceState, settings: Partial<DeviceSettings>): DeviceState {
  return { ...state, settings: { ...state.settings, ...settings } };
}

/** Answers with the settings after the command. */
function answerSettings(state: DeviceState, id: number, now: number): CommandEffect {
  return { state, reports: [buildSettings(state, id, now)] };
}

function answerDisk(state: DeviceState, disk: Partial<DiskContent>): CommandEffect {
  const changed = { ...state, disk: { ...state.disk, ...disk } };
  return { state: changed, reports: [{ name: 'disk', body: describeDisk(changed.disk, state.profile) }] };
}

type Detectors = Omit<CommandParameters<'IridiumSettings'>, 'powerMode'>;

function mergeDetectors({ frequencies, sensitivities, enables }: DeviceSettings, params: Detectors) {
  return {
    frequencies: [
      0,
      params.frequency1 ?? frequencies[1],
      params.frequency2 ?? frequencies[2],
      params.frequency3 ?? frequencies[3],
    ],
    sensitivities: [
      params.sensitivity0 ?? sensitivities[0],
      params.sensitivity1 ?? sensitivities[1],
      params.sensitivity2 ?? sensitivities[2],
      params.sensitivity3 ?? sensitivities[3],
    ],
    enables: [
      params.enable0 ?? enables[0],
      params.enable1 ?? enables[1],
      params.enable2 ?? enables[2],
      params.enable3 ?? enables[3],
    ],
  } as const;
}

function forget(state: DeviceState, isOffline: boolean): DeviceState {
  return { ...state, recorded: state.recorded.filter(({ passage }) => passage.isOffline !== isOffline) };
}

/**
 * Modes in the order of the documents: delete offline (cell, satellite), delete online, format; 4 to 7 are downloads.
 */
function applySdMode(state: DeviceState, sdMode: number, id: number, now: number): CommandEffect {
  if (sdMode === 0) return answerDisk(forget(state, true), { offlineFiles: 0 });
  if (sdMode === 1) return answerDisk(forget(state, true), { iridiumOfflineFiles: 0 });
  if (sdMode === 2) return answerDisk(forget(state, false), { onlineFiles: 0 });
  if (sdMode === FORMAT_SD_CARD)
    return answerDisk({ ...state, recorded: [], downloads: [], formattedAt: now }, EMPTY_DISK);
  const recordMode = sdMode === 7 ? RECORD_MODE.on : RECORD_MODE.download;
  return answerSettings(change(state, { recordMode }), id, now);
}

function applyIridiumSettings(
  state: DeviceState,
  params: CommandParameters<'IridiumSettings'>,
  id: number,
  now: number,
) {
  const { settings } = state;
  const changed = change(state, {
    ...mergeDetectors(settings, params),
    powerMode: params.powerMode ?? settings.powerMode,
    schedule: params.connectSchedule ?? settings.schedule,
    recordMode: params.recordMode ?? settings.recordMode,
    geoMode: params.GeoMode ?? settings.geoMode,
    psgSize: params.psgSize ?? settings.psgSize,
    psgState: params.psgState ?? settings.psgState,
    isOfflineDownload: (params.OfflineDownloadState ?? 0) === 1,
    hasUnfoldedAntennaDetector:
      (params.UnfoldedAntennaDetectorEnable ?? Number(settings.hasUnfoldedAntennaDetector)) === 1,
  });
  const counted = params.detectCountReset === 1 ? { ...changed, ...NOTHING_COUNTED } : changed;
  const disk = params.ClearIridiumOfflineFiles === 1 ? { ...counted.disk, iridiumOfflineFiles: 0 } : counted.disk;
  const effect = answerSettings({ ...counted, disk }, id, now);
  return { ...effect, next: params.restartUnit === 1 ? 'restart' : 'power' } as const;
}

function applyOfflineDownload(state: DeviceState, params: CommandParameters<'IridiumOfflineDownload'>): CommandEffect {
  const window = readWindow(params.FileNamesStartDate, params.FileNamesEndDate);
  const found = window === null ? [] : findRecorded(state, window, null);
  const reports = found.map(({ passage, waveforms }): Report => ({
    name: 'passage',
    body: { passage: { ...passage, isOffline: true }, waveforms },
  }));
  return { state: change(state, { isOfflineDownload: true }), reports };
}

export function applyCommand(state: DeviceState, command: Command, now: number): CommandEffect {
  const { id } = command;
  const answer = (settings: Partial<DeviceSettings>) => answerSettings(change(state, settings), id, now);
  switch (command.type) {
    case 'PowerMode': {
      const { powerMode, connectSchedule } = command.params;
      return { ...answer({ powerMode, schedule: connectSchedule ?? state.settings.schedule }), next: 'power' };
    }
    case 'RecordMode':
      return answer({ recordMode: command.params.recordMode });
    case 'FrequencySelect':
      return answer(mergeDetectors(state.settings, command.params));
    case 'StreamEnable':
      return answerSettings({ ...state, isStreaming: command.params.streamEnabled }, id, now);
    case 'SdMode':
      return applySdMode(state, command.params.SdMode, id, now);
    case 'GeoMode':
      return answer({ geoMode: command.params.GeoMode });
    case 'AGMShutDwn':
      return { state, reports: [], next: 'shut-down' };
    case 'FoldState':
      return answer({ hasUnfoldedAntennaDetector: command.params.UnfoldedAntennaDetectorEnable === 1 });
    case 'CellOfflineDownloadState':
      return answer({ isOfflineDownload: command.params.OfflineDownloadState === 1 });
    case 'DownloadRange':
      return { state: beginDownload(state, command, now), reports: [] };
    case 'DeviceInfo':
      return { state, reports: [{ name: 'info', body: buildInfo(state.profile, id, now) }] };
    case 'ControlSettings':
      return { state, reports: [buildSettings(state, id, now)] };
    case 'DetectionCountReset':
      return { state: { ...state, ...NOTHING_COUNTED }, reports: [] };
    case 'GpsFix':
      return { state, reports: [{ name: 'gps', body: buildGpsFix(state.profile, now) }] };
    case 'DeviceRestart':
      return { state, reports: [], next: 'restart' };
    case 'FactoryReset':
      return { state: { ...state, settings: FACTORY_SETTINGS, ...NOTHING_COUNTED }, reports: [], next: 'restart' };
    case 'AddressChange':
      return { state, reports: [] };
    case 'IridiumSettings':
      return applyIridiumSettings(state, command.params, id, now);
    case 'IridiumOfflineDownload':
      return applyOfflineDownload(state, command.params);
    case 'IridiumExitOfflineDownload':
      return answer({ isOfflineDownload: false });
  }
}

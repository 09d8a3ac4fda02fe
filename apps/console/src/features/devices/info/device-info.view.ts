import {
  describeGeoMode,
  describePassageSize,
  describePassageState,
  describePowerMode,
  describeRecordMode,
  describeSchedule,
  describeSensitivity,
  describeStreamMode,
  hasSchedule,
  UNKNOWN,
} from '@waymark/domain/device/modes';
import { isShutdownShown, isWakeUpShown } from '@waymark/domain/device/wake-up';
import { t } from '#/language/t.ts';
import type { Device } from '../store/device.ts';

/** A line of the panel. Lines that do not apply are left out; the order never changes. */
export interface InfoRow {
  readonly label: string;
  readonly text: string;
  /** Set if the text is a time; its age is shown beside it. */
  readonly isTime?: true;
  /** Set for the power mode, which has its own mark. */
  readonly powerMode?: number | null;
  /** Set if the user can open the device's stream from here. */
  readonly hasListen?: boolean;
}

const timeRow = (label: string, text: string | null): InfoRow =>
  text === null ? { label, text: t(UNKNOWN) } : { label, text, isTime: true };

export function describeHeartbeat({ lastHeartbeat }: Pick<Device, 'lastHeartbeat'>): InfoRow {
  return timeRow(t('Heartbeat'), lastHeartbeat);
}

export function listModeRows(device: Device, nowMs: number): readonly InfoRow[] {
  const { lastPowerMode, schedule, lastExpectedWakeupTime, lastShutdownTime, isConnected } = device;
  return [
    { label: t('Power mode'), text: t(describePowerMode(lastPowerMode)), powerMode: lastPowerMode },
    ...(hasSchedule(lastPowerMode) ? [{ label: t('Schedule'), text: t(describeSchedule(schedule)) }] : []),
    ...(isWakeUpShown(lastExpectedWakeupTime, nowMs) ? [timeRow(t('Expected wake-up'), lastExpectedWakeupTime)] : []),
    ...(isShutdownShown(lastShutdownTime, isConnected) ? [timeRow(t('Shutdown time'), lastShutdownTime)] : []),
    { label: t('Record mode'), text: t(describeRecordMode(device.lastRecordMode)) },
    { label: t('Geo mode'), text: t(describeGeoMode(device.lastGeoMode)) },
    { label: t('Stream mode'), text: t(describeStreamMode(device.lastStreamMode)), hasListen: !device.isIridium },
  ];
}

const SECONDS_LENGTH = 19;

/** Formats a time to the second. */
export function describeLastPassage({ lastPassage }: Pick<Device, 'lastPassage'>): InfoRow {
  return timeRow(t('Last passage'), lastPassage === null ? null : lastPassage.slice(0, SECONDS_LENGTH));
}

interface RecordIds {
  readonly elfId: number | null;
  readonly geoId: number | null;
  readonly magId: number | null;
}

/** A button for each waveform, disabled for one that was not received. */
export function listChartButtons(row: RecordIds | undefined) {
  return [
    { label: 'ELF', type: 0, isThere: row !== undefined && row.elfId !== null },
    { label: 'GEO', type: 1, isThere: row !== undefined && row.geoId !== null },
    { label: 'MAG', type: 2, isThere: row !== undefined && row.magId !== null },
  ] as const;
}

/** Rows that only satellite devices have. */
export function listIridiumRows({
  isIridium,
  psgState,
  psgSize,
}: Pick<Device, 'isIridium' | 'psgState' | 'psgSize'>): readonly InfoRow[] {
  if (!isIridium) return [];
  return [
    { label: t('Passage state'), text: t(describePassageState(psgState)) },
    { label: t('Passage size'), text: t(describePassageSize(psgSize)) },
  ];
}

export interface Detector {
  readonly number: number;
  /** In Hz. */
  readonly frequency: number | null;
  readonly sensitivity: string;
  readonly isEnabled: boolean | null;
}

export function listDetectors(device: Device): readonly Detector[] {
  const detector = (
    number: number,
    frequency: number | null,
    sensitivity: number | null,
    isEnabled: boolean | null,
  ) => ({
    number,
    frequency,
    sensitivity: t(describeSensitivity(sensitivity)),
    isEnabled,
  });
  return [
    detector(0, device.lastFrequency0Setting, device.lastSensitivity0, device.lastEnable0),
    detector(1, device.lastFrequency1Setting, device.lastSensitivity1, device.lastEnable1),
    detector(2, device.lastFrequency2Setting, device.lastSensitivity2, device.lastEnable2),
    detector(3, device.lastFrequency3Setting, device.lastSensitivity3, device.lastEnable3),
  ];
}

export function describeEnabled(isEnabled: boolean | null): string {
  if (isEnabled === null) return t(UNKNOWN);
  return isEnabled ? t('On') : t('Off');
}

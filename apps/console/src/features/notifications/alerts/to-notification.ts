import { writeUtcText } from '@waymark/domain/time/zoned-text';
import { readDeviceZone } from '#/ui/clock/zones.ts';
import { describePowerMode, describeRecordMode } from '@waymark/domain/device/modes';
import { parseUtc } from '@waymark/domain/time/utc';
import { t } from '#/language/t.ts';
import type { DataOf } from '#/live/hub-event.ts';
import type { NotificationEvent } from '../preferences.ts';
import type { Notification } from './notification.ts';

type ConnectionKind = NonNullable<DataOf<'ReceiveConnectionUpdate'>['kind']>;

const OF_CONNECTION: Readonly<Record<ConnectionKind, NotificationEvent | null>> = {
  online: null,
  offline: 'offline',
  sleepReport: 'sleepReport',
  shutdown: 'shutdown',
};

export function fromHeartbeat({ uid }: DataOf<'ReceiveHeartbeat'>): Notification {
  return { event: 'heartbeat', uid, detail: '' };
}

export function fromPassage({
  uid,
  passageTimeStamp,
  passageTimeEndOfSnip,
  isOffline,
}: DataOf<'ReceivePassage'>): Notification {
  const time = writeUtcText(passageTimeStamp.slice(0, 19), readDeviceZone(uid));
  return {
    event: 'passage',
    uid,
    detail: isOffline ? t('{time}, recorded offline', { time }) : time,
    // Up to three records (ELF, GEO, MAG) with the same end are one passage.
    happening: `${uid} ${passageTimeEndOfSnip}`,
  };
}

/** Older passages are history: a reconnected device reports weeks of them. */
const NEWS_MS = 3_600_000;

export function isNews({ passageTimeEndOfSnip }: DataOf<'ReceivePassage'>, serverNow: number): boolean {
  const at = parseUtc(passageTimeEndOfSnip);
  return at.ok && at.value > serverNow - NEWS_MS;
}

export function fromConnection({
  uid,
  kind,
  lastExpectedWakeupTime,
}: DataOf<'ReceiveConnectionUpdate'>): Notification | null {
  const event = kind && OF_CONNECTION[kind];
  if (!event) return null;
  const isBackKnown = event === 'sleepReport' && lastExpectedWakeupTime !== null;
  return {
    event,
    uid,
    detail: isBackKnown ? t('until {time}', { time: writeUtcText(lastExpectedWakeupTime, readDeviceZone(uid)) }) : '',
  };
}

type AnswerKind = NonNullable<DataOf<'ReceiveCommandResponse'>['kind']>;
type Parameters = DataOf<'ReceiveCommandResponse'>['command']['parameters'];

function readNumber(parameters: Parameters, name: string): number | null {
  const value = parameters[name];
  return typeof value === 'number' ? value : null;
}

function describeCode(parameters: Parameters): string {
  const code = readNumber(parameters, 'code');
  return code === null ? '' : t('code {code}', { code });
}

/** The details of an answer, besides its kind. */
const DETAILS: Readonly<Partial<Record<AnswerKind, (parameters: Parameters) => string>>> = {
  error: describeCode,
  powerMode: (parameters) => t(describePowerMode(readNumber(parameters, 'powerMode'))),
  recordMode: (parameters) => t(describeRecordMode(readNumber(parameters, 'recordMode'))),
  streamEnable: ({ streamEnabled }) => (streamEnabled === true ? t('On') : t('Off')),
};

/** An accepted command, or an unsolicited report of the device; unsolicited settings make no notification. */
export function fromCommandResponse({ uid, command, kind }: DataOf<'ReceiveCommandResponse'>): Notification | null {
  return kind ? { event: kind, uid, detail: DETAILS[kind]?.(command.parameters) ?? '' } : null;
}

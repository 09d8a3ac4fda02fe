import { parseUtc } from '@waymark/domain/time/utc';
import type { DataOf } from '../../../live/hub-event.ts';
import type { NotificationEvent } from '../preferences.ts';
import type { Notification } from './notification.ts';

type ConnectionKind = NonNullable<DataOf<'ReceiveConnectionUpdate'>['kind']>;

const OF_CONNECTION: Readonly<Record<ConnectionKind, NotificationEvent | null>> = {
  online: null,
  offline: 'offline',
  sleepReport: 'sleepReport',
  shutdown: 'shutdown',
};

/** Answers to commands that have no kind of their own. */
const OF_COMMAND: Readonly<Record<string, NotificationEvent>> = {
  powermode: 'powerMode',
  recordmode: 'recordMode',
  frequencyselect: 'frequencySelect',
  streamenable: 'streamEnable',
  detectioncountreset: 'detectionCount',
};

export function fromHeartbeat({ uid }: DataOf<'ReceiveHeartbeat'>): Notification {
  return { event: 'heartbeat', uid, detail: '' };
}

export function fromPassage({ uid, passageTimeStamp, passageTimeEndOfSnip, isOffline }: DataOf<'ReceivePassage'>): Notification {
  const time = `${passageTimeStamp.slice(0, 19)} UTC`;
  return {
    event: 'passage',
    uid,
    detail: isOffline ? `${time}, recorded offline` : time,
    // Up to three records (ELF, GEO, MAG) with the same end are one passage.
    happening: `${uid} ${passageTimeEndOfSnip}`,
  };
}

/** Older passages are history: a device that is back tells of weeks. */
const NEWS_MS = 3_600_000;

export function isNews({ passageTimeEndOfSnip }: DataOf<'ReceivePassage'>, serverNow: number): boolean {
  const at = parseUtc(passageTimeEndOfSnip);
  return at.ok && at.value > serverNow - NEWS_MS;
}

export function fromConnection({ uid, kind, lastExpectedWakeupTime }: DataOf<'ReceiveConnectionUpdate'>): Notification | null {
  const event = kind && OF_CONNECTION[kind];
  if (!event) return null;
  const isBackKnown = event === 'sleepReport' && lastExpectedWakeupTime !== null;
  return { event, uid, detail: isBackKnown ? `until ${lastExpectedWakeupTime} UTC` : '' };
}

export function fromCommandResponse({ uid, command, kind }: DataOf<'ReceiveCommandResponse'>): Notification | null {
  const event = kind ?? OF_COMMAND[command.commandType.toLowerCase()];
  if (event === undefined) return null;
  const code = event === 'error' ? command.parameters['code'] : undefined;
  return { event, uid, detail: typeof code === 'number' ? `code ${code}` : '' };
}

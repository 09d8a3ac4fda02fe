import { COMMANDS } from '@waymark/commands/commands';
import { events } from '@waymark/contract/events/index';
import { describe, expect, it } from 'vitest';
import { NOTIFICATION_EVENTS } from '../preferences.ts';
import { fromCommandResponse, fromConnection, fromHeartbeat, fromPassage, isNews } from './to-notification.ts';

const heartbeat = events.ReceiveHeartbeat.example;
const passage = events.ReceivePassage.example;
const connection = { ...events.ReceiveConnectionUpdate.example, uid: 5 };
const kindSchema = events.ReceiveCommandResponse.data.shape.kind.unwrap();

const answer = (kind?: (typeof kindSchema.options)[number], parameters: Readonly<Record<string, unknown>> = {}) =>
  fromCommandResponse({
    uid: 5,
    command: { commandId: 1, commandType: 'Any', timeStampAck: '2026-03-18 00:04:02', parameters },
    ...(kind && { kind }),
  });

describe('a hub event as a notification', () => {
  it('each of the fifteen events has a hub event that causes it', () => {
    const found = [
      fromHeartbeat(heartbeat),
      fromPassage(passage),
      ...(['offline', 'shutdown', 'sleepReport'] as const).map((kind) => fromConnection({ ...connection, kind })),
      ...kindSchema.options.map((kind) => answer(kind)),
    ].map((notification) => notification?.event);
    expect(found).toHaveLength(NOTIFICATION_EVENTS.length);
    expect(new Set(found)).toEqual(new Set(NOTIFICATION_EVENTS));
  });

  it('the records of one passage share a key, another passage has another', () => {
    const records = [0, 1, 2].map((kind) =>
      fromPassage({ ...passage, passageId: 100 + kind, packetComplexInformation: kind as 0 }),
    );
    const later = fromPassage({ ...passage, passageTimeEndOfSnip: '2026-03-16 09:52:11.120' });
    const elsewhere = fromPassage({ ...passage, uid: passage.uid + 1 });
    const happenings = [...records, later, elsewhere].map(({ happening }) => happening);
    expect(new Set(happenings).size).toBe(3);
    expect(new Set(happenings.slice(0, 3)).size).toBe(1);
  });

  it('a passage has its time, and says if it is late', () => {
    expect(fromPassage(passage).detail).toBe('2026-03-16 09:41:56 UTC');
    expect(fromPassage({ ...passage, isOffline: true }).detail).toBe('2026-03-16 09:41:56 UTC, recorded offline');
  });

  it('a passage of the last hour makes a notification, an older one does not', () => {
    const at = Date.UTC(2026, 2, 16, 9, 41, 56);
    const told = { ...passage, passageTimeEndOfSnip: '2026-03-16 09:41:56.000' };
    expect([isNews(told, at + 3_599_999), isNews(told, at + 3_600_000)]).toEqual([true, false]);
  });

  it('a device that reconnects, or a change without a kind, makes no notification', () => {
    expect(fromConnection({ ...connection, kind: 'online' })).toBeNull();
    const { kind: _, ...plain } = connection;
    expect(fromConnection(plain)).toBeNull();
  });

  it('a sleeping device has its wake-up time', () => {
    const sleeping = { ...connection, kind: 'sleepReport', lastExpectedWakeupTime: '2026-03-18 04:00:00' } as const;
    expect(fromConnection(sleeping)?.detail).toBe('until 2026-03-18 04:00:00 UTC');
    expect(fromConnection({ ...sleeping, lastExpectedWakeupTime: null })?.detail).toBe('');
  });

  it('an answer is classified by its kind; unsolicited settings and commands without a sound make no notification', () => {
    expect(answer('controlSetting')?.event).toBe('controlSetting');
    expect(answer('powerMode')?.event).toBe('powerMode');
    expect(answer()).toBeNull();
  });

  it('every command with a notice makes the notification of that name', () => {
    const notices = Object.values(COMMANDS).flatMap((command) => ('notice' in command ? [command.notice] : []));
    expect(new Set(notices)).toEqual(
      new Set(['powerMode', 'recordMode', 'frequencySelect', 'streamEnable', 'detectionCount']),
    );
    expect(notices.map((notice) => answer(notice)?.event)).toEqual(notices);
  });

  it.each([
    ['error', { code: 12 }, 'code 12'],
    ['powerMode', { powerMode: 2, connectSchedule: 0 }, 'Low Power'],
    ['recordMode', { recordMode: 0 }, 'Off'],
    ['streamEnable', { streamEnabled: true, streamMode: 1 }, 'On'],
    ['streamEnable', { streamEnabled: false, streamMode: 0 }, 'Off'],
    ['frequencySelect', { frequency0: 0 }, ''],
    ['detectionCount', {}, ''],
  ] as const)('%s with %j says "%s"', (kind, parameters, detail) => {
    expect(answer(kind, parameters)?.detail).toBe(detail);
  });
});

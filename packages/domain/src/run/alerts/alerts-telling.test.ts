import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_RULE, type AlertKind, type NotificationRule } from '../../path/notification-rule.ts';
import type { Cause } from './alerts.ts';
import {
  isQuiet,
  listNews,
  MOST_AN_HOUR,
  newsIdentity,
  planTelling,
  type Reach,
  wantsCause,
  wantsNews,
  type HeldCause,
} from './alerts-telling.ts';
import { manualPassage, type Run, type RunPassage } from '../run.ts';
import { after, plainRun } from '../testing/plain-run.ts';

const rule = (other: Partial<NotificationRule> = {}): NotificationRule => ({
  ...DEFAULT_RULE,
  name: 'Dana',
  userId: 1,
  ...other,
});
const heard: RunPassage = { ...manualPassage('M1', after(100)), uid: 7, endOfSnipAt: after(115), isVerified: false };
const verified: RunPassage = { ...heard, isVerified: true };
const byHand = manualPassage('M1', after(100));

const run = plainRun();
const ended: Run = { ...run, completedAt: after(1000) };

describe('news of a change', () => {
  test.each<[string, Parameters<typeof listNews>, object[]]>([
    ['a launch', [null, run, []], [{ event: 'launch' }]],
    ['the end', [run, ended, []], [{ event: 'receive' }]],
    ['a reopening', [ended, run, []], [{ event: 'reopened' }]],
    [
      'a passage since the end of a run that is reopened',
      [ended, run, [{ before: null, after: heard }]],
      [{ event: 'reopened' }, { hasArrived: true }],
    ],
    ['none in a completed run', [ended, ended, [{ before: null, after: heard }]], []],
    ['none for a passage without a marker', [run, run, [{ before: null, after: { ...heard, markerName: null } }]], []],
    ['none for a removed passage', [run, run, [{ before: verified, after: null }]], []],
    ['an arrival', [run, run, [{ before: null, after: heard }]], [{ hasArrived: true, isVerifiedNow: false }]],
    [
      'a verified arrival',
      [run, run, [{ before: null, after: verified }]],
      [{ hasArrived: true, isVerifiedNow: true }],
    ],
    ['a verification', [run, run, [{ before: heard, after: verified }]], [{ hasArrived: false, isVerifiedNow: true }]],
    ['none for an unverified passage', [run, run, [{ before: verified, after: heard }]], []],
    ['none for an added record', [run, run, [{ before: verified, after: { ...verified, magId: 5 } }]], []],
    [
      'an arrival at another marker',
      [run, run, [{ before: heard, after: { ...heard, markerName: 'M2' } }]],
      [{ hasArrived: true, isVerifiedNow: false }],
    ],
  ])('lists the news: %s', (_, args, news) => {
    expect(listNews(...args)).toMatchObject(news);
    expect(listNews(...args)).toHaveLength(news.length);
  });
});

describe('notification rule', () => {
  const arrival = { event: 'passage', passage: heard, hasArrived: true, isVerifiedNow: false } as const;
  const verification = { event: 'passage', passage: verified, hasArrived: false, isVerifiedNow: true } as const;
  const manual = { event: 'passage', passage: byHand, hasArrived: true, isVerifiedNow: true } as const;
  test.each<[string, Partial<NotificationRule>, Parameters<typeof wantsNews>[1], boolean]>([
    ['launch', {}, { event: 'launch' }, true],
    ['no launch', { launch: false }, { event: 'launch' }, false],
    ['receive', {}, { event: 'receive', rev: 2 }, true],
    ['no receive', { receive: false }, { event: 'receive', rev: 2 }, false],
    ['a reopening, as the receive', {}, { event: 'reopened', rev: 3 }, true],
    ['no reopening without the receive', { receive: false }, { event: 'reopened', rev: 3 }, false],
    ['medium none', { medium: 'none' }, { event: 'launch' }, false],
    ['verified passages, on arrival', {}, arrival, false],
    ['verified passages, on becoming verified', {}, verification, true],
    ['all passages, on arrival', { passageType: 'passage' }, arrival, true],
    ['all passages, on becoming verified', { passageType: 'passage' }, verification, false],
    ['manual ones', {}, manual, true],
    ['manual ones, all passages', { passageType: 'passage' }, manual, true],
    ['no manual ones', { manualPassage: false }, manual, false],
    ['no manual ones, but of a device', { manualPassage: false }, verification, true],
    ['a listed marker', { allMarkers: false, markers: ['M1'] }, verification, true],
    ['an unlisted marker', { allMarkers: false, markers: ['M2'] }, verification, false],
  ])('matches news for %s', (_, other, news, isWanted) => {
    expect(wantsNews(rule(other), news)).toBe(isWanted);
  });

  test('gives a passage the same identity when its time changes', () => {
    expect(newsIdentity(verification)).toEqual(
      newsIdentity({ ...verification, passage: { ...verified, passageAt: after(130) } }),
    );
    expect(newsIdentity(manual)).toEqual(newsIdentity({ ...manual, passage: { ...byHand, passageAt: after(130) } }));
    expect(newsIdentity(manual)).not.toEqual(newsIdentity(verification));
  });

  const missed = { kind: 'marker-missed', markerName: 'M1', isEnd: false } as const;
  test.each<[string, Partial<NotificationRule>, Parameters<typeof wantsCause>[1], boolean]>([
    ['a kind it names', { alerts: ['marker-missed'] }, missed, true],
    ['a kind it does not name', { alerts: ['pig-late'] }, missed, false],
    ['medium none', { alerts: ['marker-missed'], medium: 'none' }, missed, false],
    ['an unlisted marker', { alerts: ['marker-missed'], allMarkers: false, markers: ['M2'] }, missed, false],
    [
      'the pig itself with any markers',
      { alerts: ['pig-late'], allMarkers: false },
      { kind: 'pig-late', markerName: null, isEnd: false },
      true,
    ],
    [
      'the receive site',
      { alerts: ['arriving-30'], allMarkers: false },
      { kind: 'arriving-30', markerName: 'R', isEnd: true },
      true,
    ],
    [
      'the receive site without receive',
      { alerts: ['arriving-30'], receive: false },
      { kind: 'arriving-30', markerName: 'R', isEnd: true },
      false,
    ],
  ])('matches causes with alerts: %s', (_, other, cause, isWanted) => {
    expect(wantsCause(rule(other), cause)).toBe(isWanted);
  });
});

describe('quiet times', () => {
  test.each([
    ['22:00', '06:00', '21:59', false],
    ['22:00', '06:00', '22:00', true],
    ['22:00', '06:00', '05:59', true],
    ['22:00', '06:00', '06:00', false],
    ['12:00', '13:30', '13:29', true],
    ['12:00', '13:30', '13:30', false],
    ['12:00', '12:00', '12:00', false],
    [null, null, '12:00', false],
  ])('detects quiet time from %s to %s at %s', (quietFrom, quietTo, at, isHeldBack) => {
    expect(isQuiet({ quietFrom, quietTo }, Date.parse(`2026-03-01T${at}:00Z`))).toBe(isHeldBack);
  });

  test.each([
    // Clocks go from 01:59:59 UTC-5 back to 01:00:00 UTC-6 at 07:00 UTC.
    ['22:00', '01:30', 'America/Chicago', '2026-11-01T06:45:00Z', true],
    ['22:00', '01:30', 'America/Chicago', '2026-11-01T07:29:59Z', true],
    ['22:00', '01:30', 'America/Chicago', '2026-11-01T07:30:00Z', false],
    ['01:30', '06:00', 'America/Chicago', '2026-11-01T06:30:00Z', true],
    ['01:30', '06:00', 'America/Chicago', '2026-11-01T07:10:00Z', true],
    // Clocks go from 01:59:59 UTC+1 to 03:00:00 UTC+2 at 01:00 UTC.
    ['22:00', '02:30', 'Europe/Berlin', '2026-03-29T00:59:59Z', true],
    ['22:00', '02:30', 'Europe/Berlin', '2026-03-29T01:00:00Z', false],
    ['02:30', '06:00', 'Europe/Berlin', '2026-03-29T01:00:00Z', true],
    ['22:00', '06:00', 'Asia/Kathmandu', '2026-03-18T16:15:00Z', true],
    ['22:00', '06:00', 'Asia/Kathmandu', '2026-03-19T00:15:00Z', false],
    ['22:00', '01:45', 'Australia/Lord_Howe', '2026-04-04T15:10:00Z', true],
  ])('[W-314] quiet from %s to %s in %s at %s: %s', (quietFrom, quietTo, zone, at, isHeldBack) => {
    expect(isQuiet({ quietFrom, quietTo }, Date.parse(at), zone)).toBe(isHeldBack);
  });

  test('[W-314] a day of any zone has one quiet time without gaps', () => {
    const zones = ['America/Chicago', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
    const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });
    const clock = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16);
    const changes = ['2026-11-01T07:00:00Z', '2026-10-25T01:00:00Z', '2026-04-04T15:00:00Z', '2026-03-29T01:00:00Z'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        minutes,
        minutes,
        fc.constantFrom(...changes),
        (zone, from, to, change) => {
          fc.pre(Math.abs(from - to) > 120 && Math.abs(from - to) < 24 * 60 - 120);
          const quiet = { quietFrom: clock(from), quietTo: clock(to) };
          const start = Date.parse(change) - 12 * 3_600_000;
          const seen = Array.from({ length: 97 }, (_, at) => isQuiet(quiet, start + at * 900_000, zone));
          expect(seen.filter((isHeld, at) => isHeld !== seen[at - 1] && at > 0).length).toBeLessThanOrEqual(3);
        },
      ),
    );
  });
});

describe('planTelling', () => {
  const HOUR = 3_600_000;
  const now = after(100_000);
  const all: Partial<NotificationRule> = {
    alerts: ['arriving-30', 'arriving-15', 'marker-missed', 'pig-late', 'pig-stopped'],
  };
  const held = (kind: AlertKind, beganAt = now, key: string = kind): HeldCause => ({
    cause: { kind, key, markerName: null, isEnd: false, uid: null, stretch: null } as Cause,
    beganAt,
  });
  const plan = (
    causes: readonly HeldCause[],
    toldAt: Readonly<Record<string, number>> = {},
    other: Partial<NotificationRule> = {},
    reach: Reach = {},
  ) =>
    planTelling(
      rule({ ...all, ...other }),
      causes,
      Object.entries(toldAt).map(([key, at]) => ({ userId: 1, key, toldAt: at, messages: 1 })),
      now,
      reach,
    );

  test('sends each cause once while it holds', () => {
    expect(plan([held('marker-missed')])).toHaveLength(1);
    expect(plan([held('marker-missed', now - 5 * HOUR)], { 'marker-missed': now - 5 * HOUR })).toEqual([]);
    expect(
      planTelling(
        rule(all),
        [held('marker-missed')],
        [{ userId: 2, key: 'marker-missed', toldAt: now, messages: 1 }],
        now,
      ),
    ).toHaveLength(1);
  });

  test('sends a recurring cause again, but not within the hour', () => {
    expect(plan([held('marker-missed')], { 'marker-missed': now - HOUR + 1 })).toEqual([]);
    expect(plan([held('marker-missed')], { 'marker-missed': now - HOUR })).toHaveLength(1);
  });

  test('holds messages back until the quiet time ends', () => {
    const [from, to] = [-60_000, 60_000].map((by) => new Date(now + by).toISOString().slice(11, 16));
    expect(plan([held('marker-missed')], {}, { quietFrom: from ?? null, quietTo: to ?? null })).toEqual([]);
    expect(plan([held('marker-missed')], {}, { quietFrom: to ?? null, quietTo: from ?? null })).toHaveLength(1);
  });

  test('combines causes of one kind that begin together into one message', () => {
    const many = Array.from({ length: 30 }, (_, at) => held('marker-missed', now, `marker-missed M${at}`));
    expect(plan(many).map(({ causes }) => causes.length)).toEqual([30]);
  });

  test('limits the messages per hour', () => {
    const before = (count: number, at = now - HOUR / 2) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`agm-offline ${n}`, at - n]));
    expect(plan([held('marker-missed')], before(MOST_AN_HOUR - 1))).toHaveLength(1);
    expect(plan([held('marker-missed'), held('pig-stopped')], before(MOST_AN_HOUR - 1))).toHaveLength(1);
    expect(plan([held('marker-missed')], before(MOST_AN_HOUR))).toEqual([]);
    expect(plan([held('marker-missed')], before(MOST_AN_HOUR, now - 2 * HOUR))).toHaveLength(1);
  });

  test('[W-103] drops causes that a graver message covers', () => {
    const kindsOf = (tellings: ReturnType<typeof plan>) =>
      tellings.map(({ causes, isSaid }) => [causes[0]?.cause.kind, isSaid]);
    expect(kindsOf(plan([held('pig-late'), held('pig-stopped')]))).toEqual([
      ['pig-stopped', true],
      ['pig-late', false],
    ]);
    const silent = held('marker-missed');
    const ahead = { ...silent, cause: { ...silent.cause, stretch: {} } as Cause };
    expect(kindsOf(plan([ahead, held('pig-late'), held('pig-stopped')]))).toEqual([
      ['pig-stopped', true],
      ['pig-late', false],
      ['marker-missed', false],
    ]);
    expect(kindsOf(plan([held('marker-missed'), held('pig-stopped')]))).toEqual([
      ['pig-stopped', true],
      ['marker-missed', true],
    ]);
    expect(kindsOf(plan([held('arriving-30'), held('arriving-15')], {}, { alerts: ['arriving-30'] }))).toEqual([
      ['arriving-30', true],
    ]);
  });

  const listKinds = (tellings: ReturnType<typeof plan>) => tellings.map(({ causes }) => causes[0]?.cause.kind);
  const ahead = (): HeldCause => {
    const { cause, beganAt } = held('marker-missed');
    return { cause: { ...cause, stretch: {} } as Cause, beganAt };
  };

  test('[W-346] with little room the urgent kinds go first, and the last message says that others wait', () => {
    const causes = [held('marker-missed'), held('arriving-15'), held('pig-stopped')];
    expect(plan(causes, {}, {}, { room: 0 })).toEqual([]);
    expect(listKinds(plan(causes, {}, {}, { room: 1 }))).toEqual(['pig-stopped']);
    expect(plan(causes, {}, {}, { room: 1 })[0]?.isLast).toBe(true);
    expect(plan(causes, {}, {}, { room: 2 })[0]?.isLast).toBe(false);
    expect(listKinds(plan(causes, {}, {}, { room: 8 }))).toEqual(['pig-stopped', 'marker-missed', 'arriving-15']);
  });

  test('[W-346] the last four messages are kept for urgent alerts', () => {
    expect(plan([held('marker-missed')], {}, {}, { room: 4 })).toEqual([]);
    expect(plan([held('marker-missed')], {}, {}, { room: 5 })).toHaveLength(1);
    expect(plan([held('pig-stopped')], {}, {}, { room: 4 })).toHaveLength(1);
  });

  test('[W-346] a user with two media gets two messages for each alert', () => {
    const causes = [held('marker-missed'), held('pig-stopped')];
    expect(listKinds(plan(causes, {}, {}, { room: 3, media: 2 }))).toEqual(['pig-stopped']);
    expect(plan(causes, {}, {}, { room: 1, media: 2 })).toEqual([]);
  });

  test('[W-346] what the message of a graver cause covers waits with it', () => {
    expect(plan([ahead(), held('pig-late'), held('pig-stopped')], {}, {}, { room: 0 })).toEqual([]);
    expect(plan([held('arriving-30'), held('arriving-15')], {}, {}, { room: 0 })).toEqual([]);
  });

  test('[W-346] causes that share the message of another count as no message', () => {
    const told = Array.from({ length: 30 }, (_, at) => ({
      userId: 1,
      key: `agm-offline ${at}`,
      toldAt: now - HOUR / 2,
      messages: at === 0 ? 1 : 0,
    }));
    expect(planTelling(rule(all), [held('marker-missed')], told, now)).toHaveLength(1);
  });
});

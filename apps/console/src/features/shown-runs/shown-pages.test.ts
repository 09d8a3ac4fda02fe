import { describe, expect, it } from 'vitest';
import { exampleShownRun } from '@waymark/contract/runs/shown-run';
import { findBounds, drawContent } from './board-map.ts';
import { findLostAt, NO_READING, takeOutcome } from './readings.ts';
import {
  describeArrival,
  describeConfirmed,
  describeHeard,
  describeProgress,
  describeShown,
  describeStatus,
  type ShownArrival,
  type ShownRun,
} from './shown-words.ts';

const HOUR = 3_600_000;
const LAUNCH = Date.UTC(2026, 2, 18);
const NOW = LAUNCH + 3 * HOUR;
const ZONE = 'America/Chicago';
const arrival = (part: Partial<ShownArrival> = {}): ShownArrival => ({
  name: 'Tulsa',
  distanceM: 68_312,
  due: 'ahead',
  expectedAt: NOW + 2 * HOUR,
  earliestAt: NOW + HOUR,
  latestAt: NOW + 3 * HOUR,
  ...part,
});

describe('what a page without a sign-in says', () => {
  it('[W-379] [W-383] an arrival has its time with the zone, the wait and the span', () => {
    expect(describeArrival(arrival(), NOW, ZONE)).toEqual({
      value: '03-18 00:00 UTC-5',
      note: 'in 2 h 00 min',
      span: 'between 23:00 and 03-18 01:00 UTC-5',
    });
    const later = arrival({ earliestAt: NOW + 26 * HOUR, latestAt: NOW + 28 * HOUR });
    expect(describeArrival(later, NOW, ZONE).span).toBe('between 03-19 00:00 and 03-19 02:00 UTC-5');
  });

  it.each([
    ['overdue', { due: 'overdue', expectedAt: NOW - HOUR, earliestAt: null, latestAt: null }, 'overdue 1:00'],
    ['paused', { expectedAt: null, earliestAt: null, latestAt: null }, 'Paused'],
    ['heard', { due: 'heard' }, 'heard'],
    ['passed by another marker', { due: 'silent' }, 'silent'],
    ['without an AGM', { due: 'unwatched' }, 'no AGM'],
    ['a moment ago', { expectedAt: NOW - 1000 }, 'now'],
    ['an hour ago', { due: 'due', expectedAt: NOW - HOUR }, 'due'],
  ] as const)('[W-379] an arrival that is %s is not said as a time to come', (_title, part, value) => {
    expect(describeArrival(arrival(part), NOW, ZONE).value).toBe(value);
  });

  it('[W-379] an arrival whose time is over says since when, and its span', () => {
    expect(describeArrival(arrival({ due: 'due', expectedAt: NOW - HOUR }), NOW, ZONE)).toMatchObject({
      note: 'since 21:00 UTC-5',
      span: 'between 23:00 and 03-18 01:00 UTC-5',
    });
  });

  it('[W-548] an arrival beyond an overdue marker says that it holds unless the pig has stopped', () => {
    expect(describeArrival(arrival({ due: 'doubtful' }), NOW, ZONE)).toMatchObject({
      note: 'in 2 h 00 min, unless it stopped',
      span: 'between 23:00 and 03-18 01:00 UTC-5',
    });
  });

  it('[W-379] the last confirmation has its place, time and age; a heard passage says that it is not verified', () => {
    expect(describeConfirmed(exampleShownRun, NOW, ZONE)).toBe('Confirmed at AGM 01, 21:00 UTC-5 (1 h 00 min ago)');
    const lastHeard = { name: 'AGM 02', at: NOW - 60_000, isVerified: false };
    expect(describeHeard({ ...exampleShownRun, lastHeard }, NOW, ZONE)).toBe(
      'Heard at AGM 02, 21:59 UTC-5, not verified',
    );
    expect(describeHeard(exampleShownRun, NOW, ZONE)).toBe('');
  });

  it('[W-387] a received run says so, in words for screen readers too', () => {
    const run: ShownRun = { ...exampleShownRun, status: 'received', receivedAt: NOW, end: null };
    expect(describeStatus(run)).toEqual({ word: 'Received', tone: 'calm' });
    expect(describeShown(run, NOW, ZONE)).toContain('CLN-16-02, Cushing to Tulsa. Received');
  });

  it('the progress is in the units of the company', () => {
    expect(describeProgress(exampleShownRun, 'metric')).toBe('16.6 km of 68.3 km');
    expect(describeProgress(exampleShownRun, 'us')).toBe('10.3 mi of 42.4 mi');
  });
});

describe('readings', () => {
  const read = takeOutcome(NO_READING, { kind: 'read', value: 'board' }, 1000);

  it('[W-380] a lost answer keeps what was read, and counts as a lost connection after some seconds', () => {
    const lost = takeOutcome(read, { kind: 'away' }, 6000);
    expect(lost.value).toBe('board');
    expect([findLostAt(lost, 6000), findLostAt(lost, 13_000)]).toEqual([null, 1000]);
    const back = takeOutcome(lost, { kind: 'read', value: 'new' }, 14_000);
    expect([back.value, findLostAt(back, 60_000)]).toEqual(['new', null]);
  });

  it('[W-378] [W-382] a refusal removes what was read', () => {
    expect(takeOutcome(read, { kind: 'refused', code: 'share-not-found' }, 2000)).toEqual({
      value: null,
      readAt: null,
      refusal: 'share-not-found',
      isAway: false,
    });
  });
});

describe('the map of a page without a sign-in', () => {
  const device = { lat: 36.2, lon: -96.2, presence: 'online' } as const;

  it('the map shows lines, markers, pigs and AGMs, and is drawn around the lines', () => {
    const content = { runs: [exampleShownRun], devices: [device] };
    const kinds = drawContent(content).features.map(({ properties }) => (properties as { kind: string }).kind);
    expect(kinds).toEqual(['online', 'line', 'marker', 'marker', 'marker', 'pig']);
    expect(findBounds(content)).toEqual([
      [-96.767, 35.985],
      [-96.03, 36.13],
    ]);
  });

  it('the map without a line is drawn around the AGMs, and with hidden coordinates there is none', () => {
    expect(findBounds({ runs: [], devices: [device] })).toEqual([
      [-96.2, 36.2],
      [-96.2, 36.2],
    ]);
    expect(findBounds({ runs: [{ ...exampleShownRun, places: null }], devices: [] })).toBeNull();
  });
});

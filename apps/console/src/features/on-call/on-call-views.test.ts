import { describe, expect, test } from 'vitest';
import type { OnCall } from './on-call.data.ts';
import { addRow, beginRows, readRows } from './shift-form.view.ts';
import { addStep, beginSteps, describeTo, readSteps } from './steps.view.ts';
import { findNow, layWeek, listOverrides, mondayOf, nameWeek, WEEK_MS } from './week-calendar.view.ts';

const DAY = 24 * 60;
const settings: OnCall = {
  roster: {
    timeZone: 'America/Chicago',
    shifts: [
      { userId: 99, from: 3 * DAY, until: 4 * DAY },
      { userId: 13, from: 6 * DAY + 20 * 60, until: 8 * 60 },
      { userId: 12, from: 8 * 60, until: 20 * 60 },
    ],
  },
  overrides: [{ id: 5, userId: 12, from: '2026-11-01 12:00:00', until: '2026-11-01 14:00:00', addedBy: 'Dana Reyes' }],
  steps: [{ afterMinutes: 15, onCall: true, userIds: [12, 99], media: ['email'] }],
  paths: [],
  people: [
    { userId: 12, name: 'Dana Reyes', isAdmin: true, media: ['email'] },
    { userId: 13, name: 'Vic Olsen', isAdmin: false, media: ['email'] },
  ],
};
const NOW = Date.UTC(2026, 10, 1, 13);

describe('the calendar of a week', () => {
  const week = layWeek(settings, mondayOf(settings, NOW), NOW);

  test('[W-358] a shift over the end of the week is in its last and its first day', () => {
    const blocksOf = (day: number) => week[day]?.blocks.map(({ name, times }) => `${name} ${times}`);
    expect(blocksOf(0)).toEqual(['Vic Olsen 00:00 to 08:00', 'Dana Reyes 08:00 to 20:00', 'null 20:00 to 24:00']);
    expect(blocksOf(6)?.at(-1)).toBe('Vic Olsen 20:00 to 24:00');
  });

  test('[W-358] a user who has left the company is a gap', () => {
    expect(week[3]?.blocks.map(({ name }) => name)).toEqual([null]);
  });

  test('[W-349, W-358] a day with a repeated hour has 25 hours, and its blocks fill it', () => {
    const sunday = week[6];
    expect([sunday?.hours, sunday?.isToday, week[5]?.isToday]).toEqual([25, true, false]);
    expect(sunday?.blocks.map(({ isOverride }) => isOverride)).toEqual([false, true, false, false]);
    expect(sunday?.blocks[0]?.until).toBeCloseTo(7 / 25);
    expect(sunday?.blocks.at(-1)?.until).toBe(1);
  });

  test('the week is named by its first and last day', () => {
    expect(nameWeek(mondayOf(settings, NOW) - WEEK_MS)).toBe('Oct 19 to Oct 25, 2026');
  });

  test('the person on call now is named until the next change', () => {
    expect(findNow(settings, NOW)).toEqual({ name: 'Dana Reyes', untilAt: Date.UTC(2026, 10, 1, 14) });
    expect(listOverrides(settings, NOW)).toHaveLength(1);
    expect(listOverrides(settings, Date.UTC(2026, 10, 1, 14))).toEqual([]);
  });
});

describe('the rows of shifts', () => {
  test('rows are read as the shifts that they were written from, without users who have left', () => {
    const { shifts, fault } = readRows(beginRows(settings), 'America/Chicago');
    expect(fault).toBeNull();
    expect(shifts).toEqual(settings.roster.shifts.slice(1).toReversed());
  });

  test('a new row follows the last one with the next person, and the first row is a day', () => {
    const [first, second] = addRow(addRow([], settings.people), settings.people);
    expect(first).toMatchObject({ userId: '12', fromDay: '0', from: '08:00', until: '20:00' });
    expect(second).toMatchObject({ userId: '13', fromDay: '0', from: '20:00', untilDay: '1', until: '08:00' });
  });

  test.each(['24:00', '8', '8:60', ''])('the time %j is refused', (from) => {
    const rows = addRow([], settings.people).map((row) => ({ ...row, from }));
    expect(readRows(rows, 'UTC').fault).toBe('Times are HH:MM.');
  });
});

describe('the rows of steps', () => {
  test('a new step comes later than the last one', () => {
    const rows = addStep(beginSteps(settings.steps, settings.people));
    expect(rows.map(({ afterMinutes }) => afterMinutes)).toEqual([15, 30]);
    expect(rows[0]?.userIds).toEqual(['12']);
    expect(readSteps(rows).fault).toBeNull();
  });

  test.each([
    [[15, 15], 'Each step comes later than the one before.'],
    [['', 15], 'Minutes are whole numbers from 1 to 10080.'],
    [[1.5, 15], 'Minutes are whole numbers from 1 to 10080.'],
    [[15, 10_081], 'Minutes are whole numbers from 1 to 10080.'],
  ])('minutes %j are refused', (minutes, fault) => {
    const rows = addStep(addStep([])).map((row, at) => ({ ...row, afterMinutes: minutes[at] ?? 0 }));
    expect(readSteps(rows).fault).toBe(fault);
  });

  test('a step whose users have all left goes to the administrators', () => {
    expect(describeTo({ afterMinutes: 5, onCall: false, userIds: [99], media: ['sms'] }, settings)).toBe(
      'the administrators',
    );
  });
});

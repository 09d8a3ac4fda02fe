import { exampleRun } from '@waymark/contract/runs/pig-run';
import { readRun } from '@waymark/contract/runs/read-run';
import { exampleMarkers } from '@waymark/contract/runs/marker';
import { readMarker } from '@waymark/contract/runs/read-path';
import { manualPassage, type Run } from '@waymark/domain/run/run';
import { expect, test } from 'vitest';
import { explainEdit, explainManual } from './time-field.view.ts';

const MARKERS = exampleMarkers.map(readMarker);

const time = (minutes: number) => Date.UTC(2026, 2, 18, 0, minutes);
const [launchSite, first, receiveSite] = MARKERS;
if (!launchSite || !first || !receiveSite) throw new Error('the example has three markers');
const NAMES = ['M1', 'M2', 'M3'] as const;
const markers = [
  launchSite,
  ...NAMES.map((name, at) => ({ ...first, name, fromLaunchM: 1000 * (at + 1) })),
  receiveSite,
];
const NOW = time(100);

/** Launched at 00:00, with passages verified at the given minutes. */
function runWith(verified: Readonly<Record<string, number>>, completedAt: number | null = null): Run {
  const run = readRun(exampleRun);
  const passages = Object.entries(verified).map(([name, minutes]) => manualPassage(name, time(minutes)));
  return { ...run, completedAt, path: { ...run.path, markers }, passages };
}

test.each<[string, Run, string, { field: string; words: string } | null]>([
  ['a valid time', runWith({ M1: 10, M3: 30 }), '2026-03-18 00:20:00', null],
  [
    '[T-148] not a time',
    runWith({}),
    '2026-03-18 0:20',
    { field: 'time', words: 'Please enter valid Passage Time {YYYY-MM-DD HH:MM:SS}' },
  ],
  [
    '[T-148] an invalid day',
    runWith({}),
    '2026-02-30 00:20:00',
    { field: 'time', words: 'Please enter valid Passage Time {YYYY-MM-DD HH:MM:SS}' },
  ],
  [
    '[T-149] at a marker with a verified passage',
    runWith({ M2: 15 }),
    '2026-03-18 00:20:00',
    { field: 'markerName', words: 'This marker has previously verified passage' },
  ],
  [
    '[T-150] at the launch',
    runWith({}),
    '2026-03-18 00:00:00',
    { field: 'time', words: 'Manual passage Time is before Launch Time' },
  ],
  [
    '[T-151] after the end',
    runWith({}, time(50)),
    '2026-03-18 00:50:01',
    { field: 'time', words: 'Manual passage Time is after Receive Time' },
  ],
  [
    '[T-152] in the future',
    runWith({}),
    '2026-03-18 01:40:01',
    { field: 'time', words: 'Entered Time is in the Future' },
  ],
  [
    '[T-153] at the same time as the passage before it',
    runWith({ M1: 20 }),
    '2026-03-18 00:20:00',
    { field: 'time', words: 'Entered Time is before or equals to a previously verified psg' },
  ],
  [
    '[T-154] after a passage at a later marker',
    runWith({ M3: 19 }),
    '2026-03-18 00:20:00',
    { field: 'time', words: 'Entered Time is ahead of a further Verified Psg' },
  ],
])('explainManual: %s', (_, run, typed, fault) => {
  expect(explainManual(run, 'M2', typed, NOW)).toEqual(fault);
});

test.each<[string, Record<string, number>, string, string | null]>([
  ['a valid time', { M1: 10, M3: 30 }, '2026-03-18 00:21:00', null],
  ['[T-160] letters', {}, '2026-03-18 00:2O:00', 'Detected invalid characters'],
  ['[T-160] an empty text', {}, '', 'Detected invalid characters'],
  ['[T-156] at the launch', {}, '2026-03-18 00:00:00', 'Entered Time is before Launch Time'],
  ['[T-157] in the future', {}, '2026-03-18 01:40:01', 'Entered Time is in the Future'],
  [
    '[T-158] before a passage at an earlier marker',
    { M1: 25 },
    '2026-03-18 00:24:00',
    'Entered Time is before of a previous Verified Psg',
  ],
  [
    '[T-159] after a passage at a later marker',
    { M3: 30 },
    '2026-03-18 00:31:00',
    'Entered Time is ahead of a further Verified Psg',
  ],
])('explainEdit: %s', (_, others, typed, words) => {
  const run = runWith({ ...others, M2: 20 });
  const passage = run.passages.find(({ markerName }) => markerName === 'M2') ?? manualPassage('M2', time(20));
  expect(explainEdit(run, passage, typed, NOW)).toBe(words);
});

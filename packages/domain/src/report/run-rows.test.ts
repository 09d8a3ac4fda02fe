import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { manualPassage, passageKey, type Run, type RunPassage } from '../run/run.ts';
import { heard, minute, straightRun } from '../run/testing/straight-run.ts';
import { describeRunReportFault } from '../words/refusals.ts';
import { findRunFault } from './run-fault.ts';
import { listRunRows } from './run-rows.ts';

const RECEIVED = { completedAt: minute(600) };
const NO_FACTS = new Map();
const list = (run: Run, isVerifiedOnly = false) =>
  listRunRows(run, NO_FACTS, isVerifiedOnly).map(({ markerName, type, passageAt }) => [markerName, type, passageAt]);

const RUN = straightRun(
  {
    ...RECEIVED,
    passages: [heard(2, 200, 'M2'), heard(1, 100, 'M1', true), manualPassage('M3', minute(300)), heard(4, 150, null)],
  },
  { M4: { state: 'SKIP' } },
);

describe('listRunRows', () => {
  test('[O-035] [O-036] [O-037] [W-151] lists passages by time, then markers without a verified passage in the order of the line', () => {
    expect(list(RUN)).toEqual([
      ['M1', 'ELF', minute(100)],
      [null, 'ELF', minute(150)],
      ['M2', 'ELF', minute(200)],
      ['M3', 'Manual Passage', minute(300)],
      ['Launch', 'Skipped Marker', null],
      ['M2', 'Missed Passage', null],
      ['M4', 'Skipped Marker', null],
      ['M5', 'Unwatched Marker', null],
      ['Receive', 'Skipped Marker', null],
    ]);
  });

  test('[O-035] lists only verified passages on request, and still the missed markers', () => {
    expect(list(RUN, true)).toEqual(
      list(RUN).filter(([marker, , at]) => at === null || marker === 'M1' || marker === 'M3'),
    );
  });

  test('[O-037] lists a passage without data once it is verified', () => {
    const empty = { ...heard(2, 200, 'M2'), elfId: null };
    expect(list({ ...RUN, passages: [empty] }).filter(([, , at]) => at !== null)).toEqual([]);
    expect(list({ ...RUN, passages: [{ ...empty, isVerified: true }] })[0]).toEqual([
      'M2',
      'Manual Passage',
      minute(200),
    ]);
  });

  test.each([
    [{ elfId: 1, geoId: 2, magId: 3 }, 'ELF/GEO/MAG'],
    [{ elfId: null, geoId: 2, magId: 3 }, 'GEO/MAG'],
    [{ elfId: 1, geoId: null, magId: 3 }, 'ELF/MAG'],
    [{ elfId: null, geoId: 2, magId: null }, 'GEO'],
  ])('names the channels of %j as "%s"', (ids, type) => {
    expect(list({ ...RUN, passages: [{ ...heard(1, 100, 'M1'), ...ids }] })[0]?.[1]).toBe(type);
  });

  test('shows facts of the device, and the marker as stored in the run', () => {
    const run = straightRun({ ...RECEIVED, passages: [heard(1, 100, 'M1', true)] }, { M1: { note: 'By the gate' } });
    const [passage] = run.passages as [RunPassage];
    const facts = {
      firmware: 10.7,
      place: { lat: 36.1, lon: -97 },
      altitudeMm: 5,
      batteryMv: null,
      signalDbm: null,
      percents: { elf: null, geo: null, mag: null },
    };
    const [row] = listRunRows(run, new Map([[passageKey(passage), facts]]), false);
    expect(row).toEqual({
      key: passageKey(passage),
      passageAt: minute(100),
      runId: 41,
      runName: 'Due north',
      toolName: 'CLN-16-02',
      markerName: 'M1',
      markerPlace: { lat: 36.1, lon: -97 },
      markerNote: 'By the gate',
      uid: 1,
      firmware: 10.7,
      place: facts.place,
      altitudeMm: 5,
      detectionCount: 12,
      frequency: 22,
      elfId: 1100,
      geoId: null,
      magId: null,
      isVerified: true,
      type: 'ELF',
    });
  });

  test('lists a verified passage or a type for every marker, and a row for every device passage', () => {
    const passage = fc.record({
      uid: fc.integer({ min: 1, max: 3 }),
      minutes: fc.nat(500),
      marker: fc.constantFrom('M1', 'M2', 'M3', null),
      isVerified: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(passage, { selector: ({ uid, minutes }) => `${uid} ${minutes}` }),
        fc.boolean(),
        (sent, isVerifiedOnly) => {
          const passages = sent.map(({ uid, minutes, marker, isVerified }) => heard(uid, minutes, marker, isVerified));
          const rows = listRunRows(straightRun({ ...RECEIVED, passages }), NO_FACTS, isVerifiedOnly);
          expect(rows.filter(({ key }) => key !== null)).toHaveLength(
            passages.filter(({ isVerified }) => isVerified || !isVerifiedOnly).length,
          );
          for (const { name } of straightRun().path.markers) {
            const isSeen = passages.some(({ markerName, isVerified }) => isVerified && markerName === name);
            expect(rows.filter(({ key, markerName }) => key === null && markerName === name)).toHaveLength(
              isSeen ? 0 : 1,
            );
          }
        },
      ),
    );
  });
});

test.each([
  ['is completed and has both', RUN, null],
  ['is on its way', { ...RUN, completedAt: null }, 'The pig run is not completed.'],
  ['has no markers', { ...RUN, path: { ...RUN.path, markers: [] } }, 'The pig run has no markers.'],
  ['has no passages', { ...RUN, passages: [] }, 'The pig run has no passages.'],
])('[O-033] a run that %s: %#', (_case, run, words) => {
  const fault = findRunFault(run);
  expect(fault && describeRunReportFault(fault)).toBe(words);
});

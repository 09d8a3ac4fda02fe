import { describe, expect, it, test } from 'vitest';
import { manualPassage } from '../run/run.ts';
import { heard, minute, straightRun } from '../run/testing/straight-run.ts';
import { listMarkerRows, nameSilence, nameType } from './default-report.ts';
import { makeReport, M1_FACTS, reportedRun } from './testing/reported-run.ts';

const { rows, lengthM } = makeReport();
const LEG_M = lengthM / 6;
const shown = rows.map(({ number, marker, type, elapsedS }) => [number, marker.name, type, elapsedS]);

describe('Default report', () => {
  it('[O-035] [O-036] [O-037] lists one row per marker in the order of the line, whatever its state', () => {
    expect(shown).toEqual([
      [1, 'Launch', 'Skipped Marker', null],
      [2, 'M1', 'ELF/GEO/MAG', 3600.123],
      [3, 'M2', 'Manual Passage', 7500],
      [4, 'M3', 'Missed Passage', null],
      [5, 'M4', 'Skipped Marker', null],
      [6, 'M5', 'MAG', 19_800],
      [7, 'Receive', 'Skipped Marker', null],
    ]);
  });

  it('measures a leg from the last confirmed place of the pig', () => {
    const legs = rows.map(
      ({ leg }) => leg && [Math.round(leg.distanceM), leg.seconds, Number((leg.speed ?? 0).toFixed(3))],
    );
    const [one, three] = [Math.round(LEG_M), Math.round(3 * LEG_M)];
    expect(legs).toEqual([
      null,
      [one, 3600.123, Number((LEG_M / 3600.123).toFixed(3))],
      [one, 3899.877, Number((LEG_M / 3899.877).toFixed(3))],
      null,
      null,
      [three, 12_300, Number(((3 * LEG_M) / 12_300).toFixed(3))],
      null,
    ]);
  });

  it('shows the known facts of a passage, and none for other markers', () => {
    expect(rows[1]?.facts).toBe(M1_FACTS);
    expect(rows[2]?.facts).toEqual({
      firmware: null,
      place: null,
      altitudeMm: null,
      batteryMv: null,
      signalDbm: null,
      percents: { elf: null, geo: null, mag: null },
    });
  });

  it('leaves the elapsed time and the first leg empty without a launch time', () => {
    const [, first, second] = listMarkerRows({ ...reportedRun(), launchAt: null }, new Map());
    expect([first?.elapsedS, first?.leg, second?.elapsedS, second?.leg?.seconds]).toEqual([null, null, null, 3899.877]);
  });

  it('leaves the speed of a leg empty if its times are in the wrong order', () => {
    const run = reportedRun({ passages: [manualPassage('M1', minute(100)), manualPassage('M2', minute(90))] });
    expect(listMarkerRows(run, new Map())[2]?.leg).toMatchObject({ seconds: -600, speed: null });
  });
});

test.each([
  [{ elfId: 1, geoId: null, magId: 3 }, 'ELF/MAG'],
  [{ elfId: null, geoId: 2, magId: null }, 'GEO'],
] as const)('a passage with %j has the type %s', (ids, words) => {
  expect(nameType({ ...manualPassage('M', 0), ...ids })).toBe(words);
});

test.each([
  ['[O-035] a watched marker', { linkedUid: 7 }, 'Missed Passage'],
  ['[O-035, W-151] a marker whose AGM was carried on', { wasWatched: true }, 'Missed Passage'],
  ['[W-151] a tracked marker without an AGM', {}, 'Unwatched Marker'],
  ['[O-036] a skipped marker', { state: 'SKIP' }, 'Skipped Marker'],
] as const)('%s without a verified passage has the type %s', (_, patch, words) => {
  const run = straightRun({}, { M2: patch });
  expect(run.path.markers.flatMap((marker) => (marker.name === 'M2' ? [nameSilence(run, marker)] : []))).toEqual([
    words,
  ]);
});

it('[O-035, W-151] a marker without a link that has heard something was watched', () => {
  const run = straightRun({ passages: [heard(2, 200, 'M2')] });
  expect(
    listMarkerRows(run, new Map())
      .map(({ type }) => type)
      .slice(1, 4),
  ).toEqual(['Unwatched Marker', 'Missed Passage', 'Unwatched Marker']);
});

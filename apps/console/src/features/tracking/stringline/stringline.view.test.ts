import { exampleMarkers } from '@waymark/contract/runs/marker';
import type { Marker } from '@waymark/domain/path/marker';
import { readMarker, writeMarker } from '@waymark/contract/runs/read-path';
import { examplePath } from '@waymark/contract/runs/pig-path';
import { exampleRun } from '@waymark/contract/runs/pig-run';
import { forecastRun } from '@waymark/domain/run/estimate/forecast';
import { describe, expect, it } from 'vitest';
import { describeLive } from '../use-live-run.ts';
import { trackRun } from '#/features/runs/tracked-run.ts';
import { listTimeTicks, makeScales } from './scales.ts';
import { countDots, drawStringline } from './stringline.view.ts';

const MARKERS = exampleMarkers.map(readMarker);

const LAUNCH = Date.UTC(2026, 2, 18);
const HOUR = 3_600_000;
const [first, tracked, last] = MARKERS;
const marker = (name: string, fromLaunchM: number) => ({
  ...tracked,
  name,
  fromLaunchM,
  distanceMetres: fromLaunchM,
  autoLinkedUids: [fromLaunchM],
});
const markers = [
  { ...first, distanceMetres: 0 },
  marker('A', 10_000),
  marker('B', 20_000),
  marker('C', 30_000),
  { ...last, fromLaunchM: 40_000, distanceMetres: 40_000 },
].map((each) => writeMarker(each as Marker));
const passage = {
  uid: 100_234,
  passageId: 3,
  elfId: 3,
  geoId: null,
  magId: null,
  passageDetectedFrequency: 22,
  detectionCount: 1,
  packetComplexInformation: 0,
  isOffline: false,
  isBluetooth: false,
  lat: null,
  lon: null,
  alt: null,
  samplingRate: 16.7,
  isVerified: true,
};
const at = (markerName: string, hours: number, change: object = {}) => {
  const passageTimeStamp = new Date(LAUNCH + hours * HOUR).toISOString().slice(0, 19).replace('T', ' ');
  return {
    ...passage,
    markerName,
    passageTimeStamp: `${passageTimeStamp}.000`,
    passageTimeEndOfSnip: `${passageTimeStamp}.000`,
    ...change,
  };
};

function draw(passages: readonly object[], hours: number, change: object = {}) {
  const pigPath = JSON.stringify({ ...examplePath, expectedSpeed: 10_000 / 3600, markers });
  const live = describeLive(
    trackRun({
      ...exampleRun,
      pigPath,
      markers: JSON.stringify(markers),
      passages: JSON.stringify(passages),
      ...change,
    }),
    undefined,
    LAUNCH + hours * HOUR,
  );
  return drawStringline(live, forecastRun(live.run, live.course, live.reckoning), LAUNCH + hours * HOUR);
}

/** At 10 km/h; no AGM stands at marker A. */
function drawBare(hours: number) {
  const bare = markers.map((each) => (each.name === 'A' ? { ...each, autoLinkedUids: [] } : each));
  const pigPath = JSON.stringify({ ...examplePath, expectedSpeed: 10_000 / 3600, markers: bare });
  return draw([], hours, { pigPath, markers: JSON.stringify(bare) });
}

describe('a stringline', () => {
  it('the stringline goes from the launch through verified passages to the pig, and on to the end within its band', () => {
    const line = draw([at('A', 2)], 3);
    expect(line.tracked).toEqual([
      { distanceM: 0, at: LAUNCH },
      { distanceM: 10_000, at: LAUNCH + 2 * HOUR },
    ]);
    expect(line.expected).toEqual([
      { distanceM: 10_000, at: LAUNCH + 2 * HOUR },
      { distanceM: 15_000, at: LAUNCH + 3 * HOUR },
    ]);
    expect(line.ahead).toEqual([line.now, { distanceM: 40_000, at: LAUNCH + 8 * HOUR }]);
    expect(line.plan).toEqual([
      { distanceM: 0, at: LAUNCH },
      { distanceM: 40_000, at: LAUNCH + 4 * HOUR },
    ]);
    expect(line.legs).toEqual([{ from: LAUNCH, to: LAUNCH + 2 * HOUR, speed: 10_000 / 7200 }]);
    const ends = line.band.filter(({ distanceM }) => distanceM === 40_000).map((point) => point.at);
    expect(ends).toHaveLength(2);
    expect(Math.min(...ends)).toBeLessThan(LAUNCH + 8 * HOUR);
    expect(Math.max(...ends)).toBeGreaterThan(LAUNCH + 8 * HOUR);
    expect(line.to).toBeGreaterThan(Math.max(...ends));
  });

  it('[W-555] the next markers begin after one without an AGM whose latest time is over', () => {
    const namesAt = (hours: number) => drawBare(hours).next.map(({ name }) => name);
    expect(namesAt(1)).toEqual(['A', 'B', 'C']);
    expect(namesAt(1.9)).toEqual(['B', 'C']);
  });

  it('[W-554] the band begins at the last confirmation, and at a silent marker nothing of it is in the past', () => {
    const hours = 4.05;
    const { band, now } = draw([at('A', 2)], hours);
    expect(band[0]).toEqual({ distanceM: 10_000, at: LAUNCH + 2 * HOUR });
    const earliestAt = (place: number) => band.find(({ distanceM }) => distanceM === place)?.at;
    expect(earliestAt(19_999)).toBeLessThan(now.at);
    expect(earliestAt(20_000)).toBeGreaterThanOrEqual(LAUNCH + hours * HOUR);
  });

  it('the stringline marks verified, manual, unverified and missed passages', () => {
    const byHand = {
      uid: null,
      passageId: null,
      elfId: null,
      passageTimeStamp: '2026-03-18 06:00:00',
      passageTimeEndOfSnip: null,
    };
    const line = draw([at('A', 2, { isVerified: false }), at('C', 6, byHand)], 7);
    expect(line.dots.map(({ markerName, kind, opens }) => [markerName, kind, opens])).toEqual([
      ['A', 'unverified', { uid: 100_234, passageId: 3 }],
      ['C', 'manual', null],
      ['B', 'missed', null],
    ]);
    expect(line.dots[2]?.at).toBe(LAUNCH + 4 * HOUR);
    expect(countDots(line.dots)).toBe('1 manual, 1 unverified, 1 missed');
  });

  it('the stringline of a completed run ends at its receive, whenever it is drawn', () => {
    const change = { recieveTime: '2026-03-18 09:00:00', Phase: 2 };
    const [line, later] = [draw([at('A', 2)], 9, change), draw([at('A', 2)], 200, change)];
    expect(later).toEqual(line);
    expect([line.isOver, line.now]).toEqual([true, { distanceM: 40_000, at: LAUNCH + 9 * HOUR }]);
    expect([line.expected, line.ahead, line.band, line.next]).toEqual([[], [], [], []]);
    expect(line.tracked.at(-1)).toEqual(line.now);
    expect(line.legs.at(-1)).toMatchObject({ from: LAUNCH + 2 * HOUR, to: LAUNCH + 9 * HOUR });
    expect(line.dots.filter(({ kind }) => kind === 'missed').map(({ markerName }) => markerName)).toEqual(['B', 'C']);
    expect(line.to).toBeLessThan(LAUNCH + 10 * HOUR);
  });

  it('[W-151] the stringline of a completed run names a marker as its report does: missed if it heard anything', () => {
    const change = { recieveTime: '2026-03-18 09:00:00', Phase: 2 };
    const bare = JSON.stringify(markers.map((each) => ({ ...each, autoLinkedUids: [], linkedUid: null })));
    const pigPath = JSON.stringify({
      ...examplePath,
      expectedSpeed: 10_000 / 3600,
      markers: JSON.parse(bare) as object,
    });
    const line = draw([at('A', 2), at('C', 5, { isVerified: false })], 12, { ...change, pigPath, markers: bare });
    const kinds = line.dots.map(({ markerName, kind }) => `${markerName} ${kind}`);
    expect(kinds).toEqual(['A verified', 'C unverified', 'B unwatched', 'C missed']);
  });

  it('[W-107] the stringline of an overdue pig ends at the predicted time and shows no estimate beyond', () => {
    const line = draw([at('A', 2)], 30);
    expect(line.tracked.at(-1)).toEqual({ distanceM: 10_000, at: LAUNCH + 2 * HOUR });
    expect(line.expected).toEqual([
      { distanceM: 10_000, at: LAUNCH + 2 * HOUR },
      { distanceM: 30_000, at: LAUNCH + 6 * HOUR },
      { distanceM: 30_000, at: LAUNCH + 30 * HOUR },
    ]);
    expect([line.ahead, line.band]).toEqual([[], []]);
    expect(line.search).toMatchObject({ fromM: 10_000, toM: 30_000, to: LAUNCH + 30 * HOUR });
    expect(line.search?.from).toBeGreaterThan(LAUNCH + 4 * HOUR);
    const overdue = line.dots
      .filter(({ kind }) => kind === 'overdue')
      .map(({ markerName, at: then }) => [markerName, then]);
    expect(overdue).toEqual([
      ['B', LAUNCH + 4 * HOUR],
      ['C', LAUNCH + 6 * HOUR],
    ]);
    expect(countDots(line.dots)).toBe('1 verified');
    expect(line.next.map(({ due, earliest }) => [due, earliest])).toEqual([
      ['overdue 26:00', null],
      ['overdue 24:00', null],
    ]);
  });

  it('the stringline of a paused run has no continuation', () => {
    const line = draw([], 1, {
      IsEdit: true,
      PigEditTime: '2026-03-18 00:30:00',
      EditPigLocLat: first?.lat,
      EditPigLocLon: first?.lon,
      NewSpeed: 0,
    });
    expect(line.expected.map(({ distanceM }) => distanceM)).toEqual([0, 0]);
    expect([line.ahead, line.band, line.next]).toEqual([[], [], []]);
  });

  it('the stringline lists the next markers with the earliest and the latest time', () => {
    const [next, after, ...rest] = draw([at('A', 2)], 3).next;
    expect([next?.name, after?.name, rest]).toEqual(['B', 'C', []]);
    expect(next?.at).toBe(LAUNCH + 4 * HOUR);
    expect(next?.earliest).toBeLessThan(next?.latest ?? 0);
  });
});

describe('the scales', () => {
  const area = { left: 100, right: 500, top: 0, bottom: 200 };
  const view = { fromM: 0, toM: 40_000, from: LAUNCH, to: LAUNCH + 4 * HOUR };

  it('scales place markers by distance, or equally spaced', () => {
    const path = {
      markers: trackRun({ ...exampleRun, markers: JSON.stringify(markers), passages: '[]' }).run.path.markers,
      lengthM: 40_000,
    };
    const [byDistance, byMarker] = [makeScales(area, view, path, 'distance'), makeScales(area, view, path, 'markers')];
    expect([byDistance.x(10_000), byMarker.x(10_000), byMarker.x(35_000)]).toEqual([200, 200, 450]);
    for (const scales of [byDistance, byMarker]) expect(scales.distanceAt(scales.x(12_345))).toBeCloseTo(12_345, 6);
    expect([byDistance.y(LAUNCH + HOUR), byDistance.timeAt(50)]).toEqual([50, LAUNCH + HOUR]);
  });

  it('scales label round times, and the day at midnight', () => {
    const ticks = listTimeTicks({ from: LAUNCH - 2 * HOUR, to: LAUNCH + 2 * HOUR }, 5);
    expect(ticks.map(({ text }) => text)).toEqual(['22:00', '23:00', '03-18 00:00', '01:00', '02:00']);
  });

  it('[W-316] a time axis has round times of its zone, also where that is half an hour off', () => {
    const ticks = listTimeTicks({ from: LAUNCH - 2 * HOUR, to: LAUNCH + 2 * HOUR }, 5, 'Asia/Kolkata');
    expect(ticks.map(({ text }) => text)).toEqual(['04:00', '05:00', '06:00', '07:00']);
    expect(ticks.map((tick) => new Date(tick.at).getUTCMinutes())).toEqual([30, 30, 30, 30]);
  });
});

import { describe, expect, test } from 'vitest';
import type { Marker } from '../../path/marker.ts';
import { moveFrom } from '../../geo/great-circle.ts';
import { layCourse } from '../estimate/course.ts';
import { reckon } from '../estimate/estimate.ts';
import { chooseRun, findMarkerFor, linkNearby, type Candidate } from './link.ts';
import { DEFAULT_AUTO_SETTINGS, type Run } from '../run.ts';
import { heard, minute, straightRun } from '../testing/straight-run.ts';

const linking = { autoLink: true } as const;
const run = straightRun({}, { M1: linking, M2: linking, M3: linking });
const placeOf = (name: string): Marker => {
  const found = run.path.markers.find((marker) => marker.name === name);
  if (!found) throw new Error(name);
  return found;
};
/** A place this many metres east of a marker. */
const beside = (name: string, metres: number) => moveFrom(placeOf(name), 90, metres);
const nameFor = (of: Run, uid: number, place: ReturnType<typeof beside> | null) =>
  findMarkerFor(of, { uid, place })?.name ?? null;

describe('findMarkerFor', () => {
  test('[T-105] a linked device uses its marker, wherever it stands', () => {
    const linked = straightRun({}, { M1: linking, M4: { linkedUid: 7 } });
    expect(nameFor(linked, 7, beside('M1', 1))).toBe('M4');
    expect(nameFor(linked, 7, null)).toBe('M4');
    expect(nameFor(linked, 8, beside('M4', 1))).toBeNull();
  });

  test('[T-106] [T-138] an unlinked device uses an automatic marker within 100 m', () => {
    expect(nameFor(run, 7, beside('M2', 99))).toBe('M2');
    expect(nameFor(run, 7, beside('M2', 101))).toBeNull();
    expect(nameFor(run, 7, beside('M4', 1))).toBeNull();
    expect(nameFor(run, 7, null)).toBeNull();
  });

  test('[T-140] the company sets the distance', () => {
    const wider = { ...run, auto: { ...DEFAULT_AUTO_SETTINGS, linkDistanceM: 500 } };
    expect(nameFor(wider, 7, beside('M2', 499))).toBe('M2');
  });

  test('a marker without a verified passage comes first, else the nearest', () => {
    const close = { lat: placeOf('M2').lat + 0.0004, lon: -97 };
    const patches = { M2: linking, M3: { ...linking, ...close } };
    expect(nameFor(straightRun({}, patches), 7, placeOf('M2'))).toBe('M2');
    expect(nameFor(straightRun({ passages: [heard(2, 20, 'M2', true)] }, patches), 7, placeOf('M2'))).toBe('M3');
    expect(
      nameFor(
        straightRun({ passages: [heard(2, 20, 'M2', true), heard(3, 30, 'M3', true)] }, patches),
        7,
        placeOf('M2'),
      ),
    ).toBe('M2');
  });

  test('skips markers that are skipped or that a user linked to another device', () => {
    expect(nameFor(straightRun({}, { M2: { ...linking, state: 'SKIP' } }), 7, placeOf('M2'))).toBeNull();
    expect(nameFor(straightRun({}, { M2: { ...linking, linkedUid: 8 } }), 7, placeOf('M2'))).toBeNull();
    expect(nameFor(straightRun({}, { M2: { state: 'SKIP', linkedUid: 7 } }), 7, placeOf('M2'))).toBeNull();
  });
});

describe('linkNearby', () => {
  const linksOf = (markers: readonly Marker[]) =>
    Object.fromEntries(
      markers.flatMap(({ name, autoLinkedUids }) => (autoLinkedUids.length > 0 ? [[name, autoLinkedUids]] : [])),
    );

  test('each device is at the nearest marker, and leaves the one it has moved away from', () => {
    const before = straightRun(
      {},
      { M1: { ...linking, autoLinkedUids: [9] }, M2: linking, M4: { autoLinkedUids: [1] } },
    );
    const devices = [
      { uid: 2, place: beside('M2', 50) },
      { uid: 1, place: beside('M2', 10) },
      { uid: 9, place: beside('M1', 150) },
      { uid: 5, place: null },
    ];
    expect(linksOf(linkNearby(before.path.markers, devices, 100))).toEqual({ M2: [1, 2] });
  });

  test('a device without a known place stays at the marker of its passage while that links automatically', () => {
    const [passed, nowhere] = [{ ...linking, autoLinkedUids: [7] }, [{ uid: 7, place: null }]];
    const linksWith = (patch: Partial<Marker>, devices = nowhere) =>
      linksOf(linkNearby(straightRun({}, { M2: { ...passed, ...patch } }).path.markers, devices, 100));
    expect(linksWith({})).toEqual({ M2: [7] });
    expect(linksWith({ state: 'SKIP' })).toEqual({});
    expect(linksWith({ autoLink: false })).toEqual({});
    expect(linksWith({ linkedUid: 8 })).toEqual({});
    expect(linksWith({}, [])).toEqual({});
  });

  test('a manually linked device gets no automatic marker, and its marker no automatic device', () => {
    const given = straightRun({}, { M1: linking, M2: { ...linking, linkedUid: 7 } });
    const devices = [
      { uid: 7, place: beside('M1', 1) },
      { uid: 8, place: beside('M2', 1) },
    ];
    expect(linksOf(linkNearby(given.path.markers, devices, 100))).toEqual({});
  });

  test('unchanged markers stay the same objects', () => {
    const linked = linkNearby(run.path.markers, [{ uid: 2, place: beside('M2', 50) }], 100);
    const again = linkNearby(linked, [{ uid: 2, place: beside('M2', 20) }], 100);
    expect(again.every((marker, at) => marker === linked[at])).toBe(true);
  });
});

describe('chooseRun', () => {
  const candidate = (of: Run, name: string | null): Candidate => ({
    run: of,
    reckoning: reckon(of, layCourse(of.path)),
    marker: of.path.markers.find((marker) => marker.name === name) ?? null,
  });
  const chosen = (candidates: readonly Candidate[], minutes: number) =>
    chooseRun(candidates, minute(minutes))?.run.runId ?? null;

  test('returns none without a candidate', () => {
    expect(chosen([], 5)).toBeNull();
  });

  test('prefers a run with a marker for the passage', () => {
    expect(chosen([candidate(straightRun({ runId: 1 }), null), candidate(straightRun({ runId: 2 }), 'M4')], 5)).toBe(2);
  });

  test('prefers a run whose next marker this is', () => {
    const waiting = straightRun({ runId: 2, passages: [heard(1, 60, 'M1', true)] });
    expect(chosen([candidate(straightRun({ runId: 1 }), 'M2'), candidate(waiting, 'M2')], 124)).toBe(2);
  });

  test('prefers the run with the nearest predicted time', () => {
    const early = straightRun({ runId: 1 });
    const late = straightRun({ runId: 2, launchAt: minute(60) });
    // At 3 m/s M1 is reached after some 62 minutes.
    expect(chosen([candidate(early, 'M1'), candidate(late, 'M1')], 65)).toBe(1);
    expect(chosen([candidate(early, 'M1'), candidate(late, 'M1')], 120)).toBe(2);
  });

  test('prefers the earlier launch, then the lower run id', () => {
    const first = straightRun({ runId: 9, launchAt: minute(-10) });
    expect(chosen([candidate(straightRun({ runId: 1 }), null), candidate(first, null)], 5)).toBe(9);
    expect(chosen([candidate(straightRun({ runId: 8 }), null), candidate(straightRun({ runId: 4 }), null)], 5)).toBe(4);
  });
});

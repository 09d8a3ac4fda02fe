import { moveFrom } from '@waymark/domain/geo/great-circle';
import type { Marker } from '@waymark/domain/path/marker';
import { describe, expect, it } from 'vitest';
import {
  chooseIcons,
  describeEta,
  describeFar,
  describeLine,
  describeStop,
  describeWarning,
  findNearestAt,
  findShare,
} from './line.view.ts';
import { findSpacing } from './spacing.ts';
import { findNextAt } from './LineStrip.tsx';
import { findWatchers } from './watchers.ts';

const LAUNCH = { lat: 36.4, lon: -97.9 };

const markerAt = (name: string, distanceM: number, change: Partial<Marker> = {}): Marker => ({
  name,
  ...moveFrom(LAUNCH, 90, distanceM),
  state: 'TRACK',
  description: 'AGM',
  note: '',
  distanceMetres: null,
  fromLaunchM: distanceM,
  autoLink: false,
  autoVerify: false,
  autoLinkedUids: [],
  linkedUid: null,
  ...change,
});
const launch = markerAt('LS', 0, { state: 'SKIP', description: 'LAUNCH' });
const receiveAt = (distanceM: number) => markerAt('RS', distanceM, { state: 'SKIP', description: 'RECEIVE' });
const lineAt = (...distancesM: number[]) => [launch, ...distancesM.map((each, at) => markerAt(`M${at + 1}`, each))];

const wordsOf = (markers: readonly Marker[]) => {
  const spacing = findSpacing(markers);
  return spacing.warnings.map((warning) => describeWarning(warning, spacing, 'metric'));
};

it('[W-101] a tracked marker is unwatched if no AGM is near it and none is linked', () => {
  const markers = [launch, ...lineAt(1000, 2000, 3000).slice(1), receiveAt(4000)];
  const linked = markers.map((marker) => (marker.name === 'M3' ? { ...marker, linkedUid: 9 } : marker));
  const agms = [{ uid: 7, place: moveFrom(LAUNCH, 90, 1040) }];
  expect(findWatchers(linked, agms).unwatched).toEqual(['M2']);
  expect(findWatchers(linked, []).unwatched).toEqual(['M1', 'M2']);
});

describe('the spacing of markers', () => {
  it('spacing has no findings if the gaps are similar', () => {
    expect(wordsOf([...lineAt(1000, 2100, 2900), receiveAt(4000)])).toEqual([]);
  });

  it('spacing warns of a gap of more than twice the usual one', () => {
    expect(wordsOf([...lineAt(1000, 2000, 4500), receiveAt(5500)])).toEqual([
      'M2 to M3: 2,500 m, more than 2 times the usual 1,000 m.',
    ]);
  });

  it('spacing warns of more than 10 km in any case; two gaps are too few to compare', () => {
    expect(wordsOf([...lineAt(10_001), receiveAt(12_000)])).toEqual([
      'LS to M1: 10.0 km without a TRACK marker, more than 10.0 km.',
    ]);
    expect(wordsOf([...lineAt(9000), receiveAt(10_000)])).toEqual([]);
  });

  it('spacing skips SKIP markers', () => {
    const skipped = markerAt('S', 6000, { state: 'SKIP' });
    expect(findSpacing([launch, markerAt('M1', 500), skipped, receiveAt(11_000)]).warnings).toMatchObject([
      { from: 'M1', to: 'RS', why: 'long' },
    ]);
  });

  it('spacing reports a marker that is nearer to launch than the one before it', () => {
    expect(wordsOf([...lineAt(2000, 1500), receiveAt(4000)])).toContain('M2 follows M1 but is nearer to launch.');
  });
});

describe('the AGMs of a line', () => {
  it('findWatchers sorts AGMs into near, far and unplaced', () => {
    const markers = [...lineAt(1000, 2000), receiveAt(3000)];
    const beside = (at: number, metres: number) => moveFrom(moveFrom(LAUNCH, 90, at), 0, metres);
    const { near, far, unplaced } = findWatchers(markers, [
      { uid: 1, place: beside(1000, 99) },
      { uid: 2, place: beside(2000, 101) },
      { uid: 3, place: null },
    ]);
    expect(near).toMatchObject([{ uid: 1, marker: { name: 'M1' } }]);
    expect(far.map((agm) => describeFar(agm, 'metric'))).toEqual(['2: 101 m from M2']);
    expect(unplaced).toEqual([3]);
  });

  it('findWatchers matches across the date line', () => {
    const marker = markerAt('M1', 0, { lat: 0, lon: 179.9998 });
    expect(
      findWatchers([markerAt('M0', 0, { lat: 0, lon: 170 }), marker], [{ uid: 1, place: { lat: 0, lon: -179.9999 } }])
        .near,
    ).toMatchObject([{ marker: { name: 'M1' } }]);
  });
});

describe('the strip', () => {
  it('[R-125] the strip shows its distances in the chosen unit', () => {
    const markers = [...lineAt(1000), receiveAt(20_000)];
    expect([describeLine(markers, 'us'), describeLine(markers, 'metric')]).toEqual([
      '65,616 ft, 3 markers, 1 TRACK',
      '20.0 km, 3 markers, 1 TRACK',
    ]);
    expect(describeStop(markerAt('M1', 1000), 'us')).toBe('M1, TRACK, AGM, 3,281 ft from launch');
    expect(describeStop(launch, 'metric')).toBe('LS, LAUNCH, 0 m from launch');
  });

  it('the strip leaves out overlapping icons, but never those of the ends', () => {
    expect(chooseIcons([0, 0.01, 0.2, 0.5, 0.99, 1], 0.05)).toEqual([0, 2, 3, 5]);
    expect([chooseIcons([], 0.05), chooseIcons([0], 0.05), chooseIcons([0, 0], 0.05)]).toEqual([[], [0], [0, 1]]);
  });

  it('the strip finds the marker under the pointer, and the next one by keys', () => {
    expect(findNearestAt([0, 0.2, 1], 0.55)).toBe(1);
    expect([findShare(5, 10), findShare(20, 10), findShare(5, 0)]).toEqual([0.5, 1, 0]);
    expect(['ArrowRight', 'ArrowLeft', 'End', 'Home', 'PageUp', 'x'].map((key) => findNextAt(key, 1, 5))).toEqual([
      2,
      0,
      4,
      0,
      4,
      null,
    ]);
    expect(findNextAt('ArrowRight', 4, 5)).toBe(4);
  });
});

it('[T-122] [T-123] a marker shows its arrival after a launch now: the launch site at once, markers before it never', () => {
  const etaAt = (fromLaunchM: number) => describeEta({ fromLaunchM }, 2);
  expect([etaAt(0), etaAt(7450), etaAt(-10)]).toEqual([
    'Launched now, ETA now',
    'Launched now, ETA 1:02:05',
    'Launched now, ETA passed',
  ]);
});

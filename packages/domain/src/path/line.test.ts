import { describe, expect, it } from 'vitest';
import { measureTrack } from '../geo/track.ts';
import { directLine, generateLine, measureMarkers, runBackward, trackOf } from './line.ts';
import type { Marker } from './marker.ts';
import type { LinePoint, PigPath } from './pig-path.ts';

const PLAIN = {
  note: '',
  distanceMetres: null,
  fromLaunchM: 0,
  autoLink: true,
  autoVerify: false,
  autoLinkedUids: [],
  linkedUid: null,
} as const;
const MARKERS: readonly Marker[] = [
  { ...PLAIN, name: 'Start', lat: 36, lon: -96, state: 'SKIP', description: 'LAUNCH' },
  { ...PLAIN, name: 'AGM 1', lat: 36.1, lon: -96, state: 'TRACK', description: 'AGM' },
  { ...PLAIN, name: 'AGM 2', lat: 36.15, lon: -96, state: 'TRACK', description: 'AGM' },
  { ...PLAIN, name: 'End', lat: 36.2, lon: -96, state: 'SKIP', description: 'RECEIVE' },
];

function makePath(markers: readonly Marker[] = MARKERS, pigLineKml: readonly LinePoint[] | null = null): PigPath {
  const sites = { launchSiteLat: 36, launchSiteLon: -96, receiveSiteLat: 36.2, receiveSiteLon: -96 };
  const lines = { pigLineGenerated: generateLine(markers), pigLineKml };
  return {
    pathId: 3,
    name: 'North',
    ...sites,
    ...lines,
    agms: [],
    offlineAgms: {},
    pigs: ['P'],
    expectedSpeed: 1,
    pipelineDiameter: 8,
    notes: '',
    csvFileName: 'a.csv',
    notifications: [],
    markers: measureMarkers(markers, trackOf({ ...sites, ...lines })),
  };
}

const distancesOf = ({ markers }: PigPath) => markers.map(({ fromLaunchM: metres }) => Math.round(metres));

describe('line of a path', () => {
  it('[R-051] the line connects the markers as longitude and latitude', () => {
    expect(makePath().pigLineGenerated).toEqual([
      [-96, 36],
      [-96, 36.1],
      [-96, 36.15],
      [-96, 36.2],
    ]);
  });

  it('the line of a file replaces the direct one, and is longer', () => {
    const detour: LinePoint[] = [
      [-96, 36],
      [-95.9, 36.1],
      [-96, 36.2],
    ];
    expect(trackOf(makePath(MARKERS, detour)).lengthM).toBeGreaterThan(trackOf(makePath()).lengthM + 4000);
    expect(distancesOf(makePath(MARKERS, detour)).at(-1)).toBe(Math.round(trackOf(makePath(MARKERS, detour)).lengthM));
  });

  it('[O-039] the line is reversed if it ends nearer to the launch site, before it is drawn and measured', () => {
    const line: LinePoint[] = [
      [-96, 36.2],
      [-96, 36.1],
      [-96, 36],
    ];
    expect(directLine(line, { lat: 36, lon: -96 })).toEqual(line.toReversed());
    expect(directLine(line.toReversed(), { lat: 36, lon: -96 })).toEqual(line.toReversed());
    expect(trackOf(makePath(MARKERS, line))).toEqual(trackOf(makePath(MARKERS, line.toReversed())));
  });

  it('the line passes its markers in order, also where it comes back near one', () => {
    const hairpin: LinePoint[] = [
      [-96, 36],
      [-96, 36.2],
      [-95.999, 36.2],
      [-95.999, 36],
    ];
    const at = (lat: number) =>
      ({ ...PLAIN, name: String(lat), lat, lon: -95.9995, state: 'TRACK', description: 'AGM' }) as const;
    const measured = measureMarkers(
      [at(36.05), at(36.15), at(36.19), at(36.1), at(36.02)],
      measureTrack(hairpin.map(([lon, lat]) => ({ lat, lon }))),
    );
    const metres = measured.map(({ fromLaunchM: distance }) => distance);
    expect(metres).toEqual(metres.toSorted((one, other) => one - other));
  });
});

describe('runBackward', () => {
  it('[R-019] swaps the launch and receive sites', () => {
    expect(runBackward(makePath())).toMatchObject({
      launchSiteLat: 36.2,
      launchSiteLon: -96,
      receiveSiteLat: 36,
      receiveSiteLon: -96,
    });
  });

  it('[R-020] reverses the markers, keeps launch and receive at the ends, and measures again', () => {
    const path = makePath();
    const turned = runBackward(path);
    expect(turned.markers.map(({ name, description }) => [name, description])).toEqual([
      ['End', 'LAUNCH'],
      ['AGM 2', 'AGM'],
      ['AGM 1', 'AGM'],
      ['Start', 'RECEIVE'],
    ]);
    expect(distancesOf(path)).toEqual([0, 11_120, 16_679, 22_239]);
    expect(distancesOf(turned)).toEqual([0, 5560, 11_120, 22_239]);
    expect(path.markers[0]?.name).toBe('Start');
  });

  it('counts the stations of a CSV from the other end', () => {
    const stationed = MARKERS.map((marker, at) => ({ ...marker, distanceMetres: [0, 100, 160, 250][at] ?? 0 }));
    expect(distancesOf(runBackward(makePath(stationed)))).toEqual([0, 90, 150, 250]);
  });

  it('applied twice restores the path', () => {
    const path = makePath(MARKERS, [
      [-96, 36],
      [-95.9, 36.1],
      [-96, 36.2],
    ]);
    expect(runBackward(runBackward(path))).toEqual(path);
  });
});

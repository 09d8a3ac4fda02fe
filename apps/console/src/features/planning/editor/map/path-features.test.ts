import type { Marker } from '@waymark/domain/path/marker';
import { describe, expect, it } from 'vitest';
import { findMarkerAt, findPathBounds, listLinePlaces, toLineFeature, toMarkerFeatures } from './path-features.ts';
import { findPlaceFaults, readPlace } from './marker/place-fields.view.ts';

const markerAt = (name: string, lon: number, change: Partial<Marker> = {}): Marker => ({
  name,
  lat: 36,
  lon,
  state: 'TRACK',
  description: 'AGM',
  note: '',
  distanceMetres: null,
  fromLaunchM: 0,
  autoLink: false,
  autoVerify: false,
  autoLinkedUids: [],
  linkedUid: null,
  ...change,
});
const MARKERS = [
  markerAt('LS', -97, { state: 'SKIP', description: 'LAUNCH' }),
  markerAt('M1', -96.8),
  markerAt('V1', -96.6, { description: 'VALVE', state: 'SKIP' }),
  markerAt('S1', -96.4, { state: 'SKIP' }),
  markerAt('RS', -96, { state: 'SKIP', description: 'RECEIVE' }),
];

describe('a path on the map', () => {
  it('shows each marker by its icon, launch and receive before all others', () => {
    const shown = toMarkerFeatures(MARKERS).features.map(({ properties }) => properties);
    expect(shown).toMatchObject([
      { icon: 'run-LAUNCH', weight: 'end' },
      { icon: 'run-TRACK', weight: 'track' },
      { icon: 'run-VALVE', weight: 'mark' },
      { icon: 'run-SKIP', weight: 'mark' },
      { icon: 'run-RECEIVE', weight: 'end' },
    ]);
  });

  it('draws the line through its markers, or along the line file from the launch side', () => {
    const through = toLineFeature(listLinePlaces({ markers: MARKERS, lineKml: null })).geometry.coordinates;
    expect(through).toEqual(MARKERS.map(({ lat, lon }) => [lon, lat]));
    const lineKml = [
      [-96, 36],
      [-96.5, 36.2],
      [-97, 36],
    ] as const;
    expect(listLinePlaces({ markers: MARKERS, lineKml })[0]).toEqual({ lat: 36, lon: -97 });
    expect(listLinePlaces({ markers: [], lineKml })).toEqual([]);
  });

  it('findPathBounds returns the bounds, and null without places', () => {
    expect(findPathBounds(MARKERS)).toEqual({ west: -97, south: 36, east: -96, north: 36 });
    expect(findPathBounds([])).toBeNull();
  });

  it('finds the nearest marker within reach of a point', () => {
    const project = (lat: number, lon: number) => ({ x: (lon + 97) * 100, y: (36 - lat) * 100 });
    const box = { west: -180, south: -90, east: 180, north: 90 };
    expect(findMarkerAt(MARKERS, { at: { x: 27, y: 3 }, box, project })).toBe('M1');
    expect(findMarkerAt(MARKERS, { at: { x: 80, y: 0 }, box, project })).toBeNull();
  });
});

describe('a typed place', () => {
  it('findPlaceFaults explains invalid coordinates', () => {
    expect(findPlaceFaults({ lat: '91', lon: '' })).toEqual({
      lat: 'Valid Lat value is required',
      lon: 'Valid Lon value is required',
    });
    expect(findPlaceFaults({ lat: '36.1', lon: '-97' })).toEqual({ lat: null, lon: null });
    expect([readPlace({ lat: ' 36.1', lon: '-97 ' }), readPlace({ lat: 'x', lon: '1' })]).toEqual([
      { lat: 36.1, lon: -97 },
      null,
    ]);
  });
});

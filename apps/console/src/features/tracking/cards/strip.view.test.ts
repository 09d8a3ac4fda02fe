import { exampleMarkers } from '@waymark/contract/runs/marker';
import { readMarker } from '@waymark/contract/runs/read-path';
import { expect, it } from 'vitest';
import { layStrip } from './strip.view.ts';

const MARKERS = exampleMarkers.map(readMarker);

const [launch, watched, receive] = MARKERS;
const markers = [
  launch,
  { ...watched, fromLaunchM: 10 },
  { ...watched, name: 'B', state: 'SKIP', fromLaunchM: 20 },
  { ...receive, fromLaunchM: 40 },
].flatMap((marker) => (marker?.name === undefined ? [] : [{ ...MARKERS[1], ...marker } as (typeof MARKERS)[number]]));

const from = { name: 'L', distanceM: 0, at: 0 };
const known = { confirmed: from, pigM: 5, search: null, markers: new Map([['AGM 01', 'expected' as const]]) };

it('[W-106] the strip is solid to the last confirmation, dotted to the pig, and has markers at their true distances', () => {
  expect(layStrip(markers, 40, known)).toMatchObject({
    confirmed: 'M0 7H0.0',
    expected: 'M0.0 7H125.0',
    ahead: 'M125.0 7H1000',
    search: '',
    markers: { passed: '', expected: 'M250.0 7h0' },
    skipped: 'M500.0 4v6',
    pigShare: 0.125,
  });
});

it('[W-106] a marker on the strip is filled only by a passage, and the stretch to search is drawn', () => {
  const search = { from, to: { name: 'AGM 01', distanceM: 10, isEnd: false } };
  const overdue = { ...known, pigM: 10, search, markers: new Map([['AGM 01', 'overdue' as const]]) };
  expect(layStrip(markers, 40, overdue)).toMatchObject({
    search: 'M0.0 7H250.0',
    markers: { passed: '', overdue: 'M250.0 7h0' },
  });
  const passed = { ...known, markers: new Map([['AGM 01', 'passed' as const]]) };
  expect(layStrip(markers, 40, passed).markers).toMatchObject({ passed: 'M250.0 7h0', expected: '' });
});

it('a line of zero length puts everything at its beginning', () => {
  const nothing = { confirmed: null, pigM: 0, search: null, markers: new Map() };
  expect(layStrip([], 0, nothing)).toMatchObject({ confirmed: 'M0 7H0.0', pigShare: 0 });
});

import { expect, test } from 'vitest';
import {
  describeClock,
  describeDetectors,
  describePlace,
  describeReadiness,
  describeUnwatched,
  listUnwatched,
  describeVolts,
  type DeviceReadiness,
} from './readiness.view.ts';

const ready: DeviceReadiness = {
  uid: 100_234,
  presence: 'online',
  wakesAt: null,
  lastHeartbeat: '2026-03-18 00:03:59',
  batteryMv: 8900,
  detectors: ['MAG', '22 Hz'],
  recordMode: 1,
  markerName: 'AGM 01',
  distanceToMarker: 12.4,
  clockOffset: 0.2,
  faults: [],
};

test('readiness counts the ready AGMs', () => {
  expect(describeReadiness([ready, { ...ready, faults: ['offline'] }])).toBe('1 of 2 AGMs ready');
  expect(describeReadiness([ready])).toBe('1 AGM ready');
});

test('readiness names the marker of an AGM with the distance', () => {
  expect(describePlace(ready, 'metric')).toBe('AGM 01, 12 m');
  expect(describePlace({ markerName: 'AGM 02', distanceToMarker: 1250 }, 'metric')).toBe('AGM 02, 1,250 m');
  expect(describePlace({ markerName: 'AGM 02', distanceToMarker: null }, 'metric')).toBe('AGM 02');
  expect(describePlace({ markerName: null, distanceToMarker: null }, 'metric')).toBe('No marker');
});

test('readiness describes battery, detectors and clock, known or not', () => {
  expect([describeVolts(8900), describeVolts(null)]).toEqual(['8.90 V', 'n/a']);
  expect([describeDetectors(['MAG', '22 Hz']), describeDetectors([])]).toEqual(['MAG, 22 Hz', 'None on']);
  expect([0.24, -3, 0.01, -0.01, null].map(describeClock)).toEqual(['+0.2 s', '-3.0 s', '0.0 s', '0.0 s', 'n/a']);
});

test('[W-101] readiness lists tracked markers without an AGM nearby as unwatched', () => {
  const markers = ['AGM 01', 'AGM 02', 'AGM 03'].map(
    (name) => ({ name, state: 'TRACK', linkedUid: name === 'AGM 03' ? 5 : null }) as const,
  );
  expect(listUnwatched(markers, [ready])).toEqual(['AGM 02']);
  expect(listUnwatched(markers, [{ ...ready, distanceToMarker: 400 }])).toEqual(['AGM 01', 'AGM 02']);
  expect(describeUnwatched(['AGM 02'])).toBe('1 unwatched marker: AGM 02. No AGM stands there to hear the pig.');
});

import { describe, expect, it } from 'vitest';
import type { Marker } from './marker.ts';
import { formatDistance } from '../units/quantity.ts';
import { inEnglish } from '../language/translate.ts';
import { describeReadinessFault } from '../words/readiness-faults.ts';
import { judgeReadiness, type DeviceState } from './readiness.ts';

const NOW = 1_700_000_000_000;
const MARKER: Marker = {
  name: 'AGM 1',
  lat: 36,
  lon: -96,
  state: 'TRACK',
  description: 'AGM',
  note: '',
  distanceMetres: null,
  fromLaunchM: 0,
  autoLink: true,
  autoVerify: false,
  autoLinkedUids: [],
  linkedUid: null,
};
const READY: DeviceState = {
  uid: 7,
  isConnected: true,
  wakesAt: null,
  lastHeartbeatAt: NOW - 1000,
  batteryMv: 8900,
  enables: [1, 1, 0, 0],
  frequencies: [0, 22, 10, 10],
  recordMode: 1,
  place: { lat: 36, lon: -96.0001 },
  clockOffsetMs: 300,
};
const judge = (state: Partial<DeviceState>, markers = [MARKER]) => judgeReadiness({ ...READY, ...state }, markers, NOW);

describe('judgeReadiness', () => {
  it('finds no fault when all is well', () => {
    expect(judge({})).toEqual({
      presence: 'online',
      detectors: ['MAG', '22 Hz'],
      markerName: 'AGM 1',
      distanceToMarker: expect.closeTo(9, 0) as number,
      faults: [],
    });
  });

  it.each<[Partial<DeviceState>, string]>([
    [{ isConnected: false }, 'Offline'],
    [{ isConnected: false, lastHeartbeatAt: null }, 'Never heard from'],
    [{ batteryMv: 7200 }, 'Battery 20%'],
    [{ enables: [0, 0, 0, 0] }, 'No detector is on'],
    [{ recordMode: 0 }, 'Record mode Off'],
    [{ place: { lat: 36.01, lon: -96 } }, '1,112 m from its marker'],
    [{ place: { lat: 37, lon: -96 } }, '111.2 km from its marker'],
    [{ place: null }, 'Location unknown'],
    [{ clockOffsetMs: -61_000 }, 'Clock -61 s off'],
  ])('finds for %j alone one fault: %s', (wrong, words) => {
    const { batteryMv, recordMode, clockOffsetMs } = { ...READY, ...wrong };
    const { faults, distanceToMarker } = judge(wrong);
    const judged = { batteryMv, recordMode, distanceToMarker, clockOffset: (clockOffsetMs ?? 0) / 1000 };
    const write = (metres: number) => formatDistance(metres, 'metric');
    expect(faults.map((fault) => describeReadinessFault(fault, judged, inEnglish, write))).toEqual([words]);
  });

  it('a device that sleeps on schedule has no fault', () => {
    expect(judge({ isConnected: false, wakesAt: NOW + 60_000 })).toMatchObject({ presence: 'asleep', faults: [] });
  });

  it('checks the distance to the linked marker, even if another is nearer', () => {
    const linked = { ...MARKER, name: 'AGM 2', lat: 36.05, linkedUid: 7 };
    expect(judge({}, [MARKER, linked])).toMatchObject({ markerName: 'AGM 2', faults: ['far-from-marker'] });
  });

  it('reports no fault for unknown values', () => {
    expect(
      judge({ batteryMv: null, enables: null, frequencies: null, recordMode: null, clockOffsetMs: null }).faults,
    ).toEqual([]);
  });
});

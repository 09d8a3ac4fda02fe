import { generateLine, measureMarkers } from '../../path/line.ts';
import type { Marker } from '../../path/marker.ts';
import { measureTrack } from '../../geo/track.ts';
import { DEFAULT_AUTO_SETTINGS, manualPassage, type Run, type RunPassage } from '../run.ts';

// A run along a straight line to the north for tests of the rules: Launch, M1 … M5 about every 10 km, Receive.

export const LAUNCHED_AT = Date.UTC(2026, 2, 18, 8);
export const minute = (minutes: number): number => LAUNCHED_AT + minutes * 60_000;
/** Later than everything in the tests. */
export const NOW = minute(10_000);

const plain = {
  description: 'AGM',
  note: '',
  distanceMetres: null,
  fromLaunchM: 0,
  autoLink: false,
  autoVerify: false,
  autoLinkedUids: [],
  linkedUid: null,
} as const;

function makeMarker(name: string, at: number, isEnd: boolean): Marker {
  return { ...plain, name, lat: 36 + at / 10, lon: -97, state: isEnd ? 'SKIP' : 'TRACK' };
}

export function straightRun(
  part: Partial<Omit<Run, 'path'>> = {},
  patches: Readonly<Record<string, Partial<Marker>>> = {},
): Run {
  const names = ['Launch', 'M1', 'M2', 'M3', 'M4', 'M5', 'Receive'];
  const placed = names.map((name, at) => makeMarker(name, at, at === 0 || at === names.length - 1));
  const pigLineGenerated = generateLine(placed);
  const markers = measureMarkers(placed, measureTrack(placed)).map((marker) => ({
    ...marker,
    ...patches[marker.name],
  }));
  return {
    runId: 41,
    groupId: 3,
    rev: 7,
    pig: 'CLN-16-02',
    launchAt: LAUNCHED_AT,
    completedAt: null,
    edit: null,
    jobNumber: null,
    passages: [],
    auto: DEFAULT_AUTO_SETTINGS,
    ...part,
    path: {
      pathId: 12,
      name: 'Due north',
      launchSiteLat: 36,
      launchSiteLon: -97,
      receiveSiteLat: 36.6,
      receiveSiteLon: -97,
      agms: [1, 2, 3, 4, 5],
      offlineAgms: {},
      pigs: ['CLN-16-02'],
      expectedSpeed: 3,
      pipelineDiameter: 16,
      pigLineGenerated,
      pigLineKml: null,
      notes: '',
      markers,
      csvFileName: '',
      notifications: [],
    },
  };
}

/** A passage heard by a device on all channels. */
export function heard(uid: number, minutes: number, markerName: string | null, isVerified = false): RunPassage {
  const passageAt = minute(minutes);
  return {
    ...manualPassage(markerName ?? '', passageAt),
    markerName,
    isVerified,
    uid,
    endOfSnipAt: passageAt + 15_000,
    elfId: uid * 1000 + minutes,
    geoId: null,
    magId: null,
    detectionCount: 12,
    frequency: 22,
    samplingRate: 16.666_67,
  };
}

import { moveFrom } from '../../geo/great-circle.ts';
import { generateLine } from '../../path/line.ts';
import type { Marker } from '../../path/marker.ts';
import { DEFAULT_AUTO_SETTINGS, manualPassage, type Run } from '../run.ts';

// A run simple enough for mental arithmetic: due north, a marker every kilometre, an expected speed of 10 m/s.

export const LAUNCH_AT = Date.UTC(2026, 2, 1);
export const LAUNCH_SITE = { lat: 36, lon: -97 };

/** The time this many seconds after the launch. */
export const after = (seconds: number): number => LAUNCH_AT + seconds * 1000;

export const placeAt = (drawnM: number) => moveFrom(LAUNCH_SITE, 0, drawnM);

function standAt(name: string, km: number, drawnKm: number, uid: number): Marker {
  return {
    name,
    ...placeAt(drawnKm * 1000),
    state: 'TRACK',
    description: 'AGM',
    note: '',
    distanceMetres: null,
    fromLaunchM: km * 1000,
    autoLink: true,
    autoVerify: true,
    autoLinkedUids: [uid],
    linkedUid: null,
  };
}

/** Removes the AGMs of some markers. */
export const withoutAgms = (run: Run, ...names: readonly string[]): Run => ({
  ...run,
  path: {
    ...run.path,
    markers: run.path.markers.map((marker) =>
      names.includes(marker.name) ? { ...marker, autoLinkedUids: [], linkedUid: null } : marker,
    ),
  },
});

/**
 * Markers `L`, tracked `M1`, `M2`, … each with the AGM of its number, and `R`. `drawnKm` gives the places on the map if
 * the stationing differs.
 */
export function plainRun(km: readonly number[] = [0, 1, 2, 3, 4, 5], drawnKm: readonly number[] = km): Run {
  const last = km.length - 1;
  const markers = km.map((atKm, at): Marker => {
    const marker = standAt(at === 0 ? 'L' : at === last ? 'R' : `M${at}`, atKm, drawnKm[at] ?? atKm, at);
    if (at > 0 && at < last) return marker;
    return { ...marker, state: 'SKIP', description: at === 0 ? 'LAUNCH' : 'RECEIVE', autoLinkedUids: [] };
  });
  const [launch, receive] = [markers[0] ?? LAUNCH_SITE, markers[last] ?? LAUNCH_SITE];
  return {
    runId: 1,
    groupId: 1,
    rev: 1,
    pig: 'MFL-12',
    launchAt: LAUNCH_AT,
    completedAt: null,
    edit: null,
    jobNumber: null,
    passages: [],
    auto: DEFAULT_AUTO_SETTINGS,
    path: {
      pathId: 1,
      name: 'North',
      launchSiteLat: launch.lat,
      launchSiteLon: launch.lon,
      receiveSiteLat: receive.lat,
      receiveSiteLon: receive.lon,
      agms: km.slice(1, -1).map((_km, at) => at + 1),
      offlineAgms: {},
      pigs: ['MFL-12'],
      expectedSpeed: 10,
      pipelineDiameter: 12,
      pigLineGenerated: generateLine(markers),
      pigLineKml: null,
      notes: '',
      markers,
      csvFileName: '',
      notifications: [],
    },
  };
}

/** Adds verified passages: seconds after the launch, by marker. */
export function withSeen(run: Run, seen: Readonly<Record<string, number>>): Run {
  const passages = Object.entries(seen).map(([name, seconds]) => manualPassage(name, after(seconds)));
  return { ...run, passages: [...run.passages, ...passages] };
}

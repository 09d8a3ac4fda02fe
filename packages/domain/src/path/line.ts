import { computeDistanceM, type Place } from '../geo/great-circle.ts';
import { measureTrack, projectToTrack, type Track } from '../geo/track.ts';
import type { Marker } from './marker.ts';
import type { LinePoint, PigPath } from './pig-path.ts';

// The line of a path: through its markers, or from a line file.

const toPlace = ([lon, lat]: LinePoint): Place => ({ lat, lon });
const toPoint = ({ lat, lon }: Place): LinePoint => [lon, lat];

const floorToMillimetres = (distanceM: number) => Math.floor(distanceM * 1000) / 1000;

export function generateLine(markers: readonly Place[]): LinePoint[] {
  return markers.map(toPoint);
}

/** Reverses the line of a file if its end is nearer to the launch site than its start. */
export function directLine(line: readonly LinePoint[], launch: Place): readonly LinePoint[] {
  const [start, end] = [line[0], line.at(-1)];
  if (!start || !end) return line;
  return computeDistanceM(toPlace(end), launch) < computeDistanceM(toPlace(start), launch) ? line.toReversed() : line;
}

type Lines = Pick<PigPath, 'pigLineGenerated' | 'pigLineKml' | 'launchSiteLat' | 'launchSiteLon'>;

/** The track that is drawn and measured: the line of the file, if there is one. */
export function trackOf({ pigLineGenerated, pigLineKml, launchSiteLat, launchSiteLon }: Lines): Track {
  const isDrawn = pigLineKml !== null && pigLineKml.length > 1;
  const line = isDrawn ? directLine(pigLineKml, { lat: launchSiteLat, lon: launchSiteLon }) : pigLineGenerated;
  return measureTrack(line.map(toPlace));
}

/** Measures each marker from the launch site: by the CSV if it has all distances, else along the line in order. */
export function measureMarkers(markers: readonly Omit<Marker, 'fromLaunchM'>[], track: Track): Marker[] {
  if (markers.length > 0 && markers.every(({ distanceMetres }) => distanceMetres !== null)) {
    return markers.map((marker) => ({ ...marker, fromLaunchM: floorToMillimetres(marker.distanceMetres ?? 0) }));
  }
  let reachedM = 0;
  return markers.map((marker, at) => {
    if (at > 0)
      reachedM = at === markers.length - 1 ? track.lengthM : projectToTrack(track, marker, reachedM).distanceM;
    return { ...marker, fromLaunchM: floorToMillimetres(reachedM) };
  });
}

/** The same path for a run in the other direction; the plan itself is not changed. */
export function runBackward<Path extends PigPath>(path: Path): Path {
  const turned = path.markers.toReversed().map((marker) => {
    const description =
      marker.description === 'LAUNCH' ? 'RECEIVE' : marker.description === 'RECEIVE' ? 'LAUNCH' : marker.description;
    return { ...marker, description } as const;
  });
  const sites = {
    launchSiteLat: path.receiveSiteLat,
    launchSiteLon: path.receiveSiteLon,
    receiveSiteLat: path.launchSiteLat,
    receiveSiteLon: path.launchSiteLon,
  };
  const lines = {
    pigLineGenerated: path.pigLineGenerated.toReversed(),
    pigLineKml: path.pigLineKml && path.pigLineKml.toReversed(),
  };
  const endM = path.markers.at(-1)?.distanceMetres ?? null;
  const stationed = turned.map((marker) => ({
    ...marker,
    distanceMetres:
      marker.distanceMetres === null || endM === null
        ? null
        : floorToMillimetres(Math.max(0, endM - marker.distanceMetres)),
  }));
  const markers = measureMarkers(stationed, trackOf({ ...sites, ...lines }));
  return { ...path, ...sites, ...lines, markers };
}

import { isLocated } from '@waymark/domain/device/location';
import type { Run } from '@waymark/domain/run/run';
import type { Feature, FeatureCollection, Point } from 'geojson';

interface PlacedDevice {
  readonly uid: number;
  readonly lat: number | null;
  readonly lon: number | null;
}

/** The devices that watch active runs, at their present places. */
export function describeWatchers(
  runs: readonly Pick<Run, 'path'>[],
  get: (uid: number) => PlacedDevice | undefined,
): FeatureCollection<Point> {
  const uids = new Set(runs.flatMap(({ path }) => path.agms));
  const features = [...uids].flatMap((uid): Feature<Point>[] => {
    const device = get(uid);
    if (!device || !isLocated(device)) return [];
    return [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [device.lon, device.lat] } }];
  });
  return { type: 'FeatureCollection', features };
}

const writePlaces = ({ features }: FeatureCollection<Point>) =>
  features.map(({ geometry }) => geometry.coordinates.join()).join(' ');

/** Returns the previous object if it is equal, to avoid a redraw. */
export function keepIfSame(shown: FeatureCollection<Point>, next: FeatureCollection<Point>): FeatureCollection<Point> {
  return writePlaces(shown) === writePlaces(next) ? shown : next;
}

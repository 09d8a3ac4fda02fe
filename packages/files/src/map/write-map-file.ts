import type { MapFile, MapFormat } from './map-file.ts';
import { listGeoJson } from './write-geojson.ts';
import { listGpx } from './write-gpx.ts';
import { listKml } from './write-kml.ts';
import { writeShapefile } from './write-shapefile.ts';

/** The ending of a file's name. */
export const MAP_ENDINGS: Readonly<Record<MapFormat, string>> = {
  kml: 'kml',
  gpx: 'gpx',
  geojson: 'geojson',
  shapefile: 'zip',
};

/** The file in parts; `writtenAt` UTC milliseconds. */
export function* listMapParts(
  file: MapFile,
  format: MapFormat,
  writtenAt: number,
): Generator<Uint8Array | string, void, undefined> {
  switch (format) {
    case 'kml':
      return yield* listKml(file);
    case 'gpx':
      return yield* listGpx(file);
    case 'geojson':
      return yield* listGeoJson(file);
    case 'shapefile':
      yield writeShapefile(file, writtenAt);
  }
}

import { zipSync } from 'fflate';
import { splitAtAntimeridian } from './antimeridian.ts';
import type { MapFeature, MapField, MapFile, MapValue } from './map-file.ts';
import { writeDbf } from './write-dbf.ts';
import { writePoints, writePolyLine, type Shapes } from './write-shp.ts';

// Two shapefiles in one zip, because a shapefile has shapes of one kind: the line, and the markers.

/** WGS 84 in the words of ESRI. */
const PROJECTION =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

const NAME: MapField = { name: 'name', short: 'NAME', kind: 'text' };
const encode = (text: string) => new TextEncoder().encode(text);

const listValues = ({ name, values }: MapFeature, fields: readonly MapField[]): MapValue[] => [
  name,
  ...fields.map((field) => values[field.name] ?? null),
];

function listFiles(
  name: string,
  { shp, shx }: Shapes,
  features: readonly MapFeature[],
  fields: readonly MapField[],
  writtenAt: number,
): Readonly<Record<string, Uint8Array>> {
  const rows = features.map((feature) => listValues(feature, fields));
  return {
    [`${name}.shp`]: shp,
    [`${name}.shx`]: shx,
    [`${name}.dbf`]: writeDbf([NAME, ...fields], rows, writtenAt),
    [`${name}.prj`]: encode(PROJECTION),
    [`${name}.cpg`]: encode('UTF-8'),
  };
}

/** `writtenAt` UTC milliseconds. */
export function writeShapefile(file: MapFile, writtenAt: number): Uint8Array {
  const { line, lineFields, markers, markerFields } = file;
  const shapes = writePolyLine(splitAtAntimeridian(line.points));
  return zipSync(
    {
      ...listFiles('line', shapes, [line], lineFields, writtenAt),
      ...listFiles('markers', writePoints(markers.map(({ place }) => place)), markers, markerFields, writtenAt),
    },
    // A zip begins in 1980.
    { level: 6, mtime: Math.max(writtenAt, Date.UTC(1980, 0, 2)) },
  );
}

import { z } from 'zod';

/** The formats of files for maps; `packages/files` writes them. */
export const MAP_FILE_FORMATS = ['kml', 'gpx', 'geojson', 'shapefile'] as const;
export type MapFileFormat = (typeof MAP_FILE_FORMATS)[number];

export const mapFileQuery = z.object({ format: z.enum(MAP_FILE_FORMATS) });

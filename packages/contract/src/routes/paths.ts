import { READINESS_FAULTS } from '@waymark/domain/path/readiness';
import { z } from 'zod';
import { id, uid, utcSecond } from '../devices/fields.ts';
import { asPathId } from '../ids.ts';
import { ADMINS } from '../roles.ts';
import { defineRoute } from '../route.ts';
import { withPlainTexts } from '../plain-texts.ts';
import { mapFileQuery } from '../reports/report-row.ts';
import { examplePath, exampleSavedPath, pigPath, savedPigPath } from '../runs/pig-path.ts';

// Plans of runs: the line, its markers, the devices that watch it, and its pigs.

const pathId = asPathId(z.coerce.number().pipe(id));

/** The readiness of a device of a path; null: unknown. */
const readiness = z.object({
  uid,
  /** online, asleep until wakesAt, or offline. */
  presence: z.enum(['online', 'asleep', 'offline', 'unknown']),
  wakesAt: utcSecond.nullable(),
  lastHeartbeat: utcSecond.nullable(),
  batteryMv: z.int().nullable(),
  /** Enabled detectors: MAG, and those with a frequency. */
  detectors: z.array(z.string()),
  recordMode: z.int().nullable(),
  markerName: z.string().nullable(),
  distanceToMarker: z.number().min(0).nullable(),
  /** Offset of the device's clock from the server's, seconds. */
  clockOffset: z.number().nullable(),
  /** Faults to repair; empty: ready. */
  faults: z.array(z.enum(READINESS_FAULTS)),
});
export type DeviceReadiness = z.output<typeof readiness>;

export const pathsRoutes = {
  listPaths: defineRoute({
    method: 'GET',
    path: '/pigrun/pigpath',
    summary: 'The saved paths of the company, by name.',
    access: ADMINS,
    key: 'runs:read',
    reply: z.array(savedPigPath),
    example: { reply: [exampleSavedPath] },
  }),
  readPath: defineRoute({
    method: 'GET',
    path: '/pigrun/pigpath/:pathId',
    summary: 'One path with all its fields.',
    access: ADMINS,
    key: 'runs:read',
    params: z.object({ pathId }),
    reply: savedPigPath,
    problems: ['path-not-found'],
    example: { params: { pathId: 12 }, reply: exampleSavedPath },
  }),
  exportPath: defineRoute({
    method: 'GET',
    path: '/pigrun/pigpath/:pathId/file',
    summary: 'The line and the markers of a path as a file for maps: KML, GPX, GeoJSON, or shapefiles in a zip.',
    access: ADMINS,
    key: 'runs:read',
    params: z.object({ pathId }),
    query: mapFileQuery,
    reply: z.string().meta({ format: 'binary' }),
    media: 'application/octet-stream',
    problems: ['path-not-found'],
    example: { params: { pathId: 12 }, query: { format: 'kml' }, reply: '<?xml version="1.0" encoding="UTF-8"?>' },
  }),
  savePath: defineRoute({
    method: 'POST',
    path: '/pigrun/pigpath/add',
    summary:
      'Saves a path, a new one with pathId -1; answers its number. With rev, refuses if the path has another revision now.',
    access: ADMINS,
    body: withPlainTexts(pigPath.extend({ rev: id.optional() })),
    reply: id,
    problems: ['path-not-found', 'path-invalid', 'path-changed'],
    example: { body: examplePath, reply: 12 },
  }),
  deletePath: defineRoute({
    method: 'DELETE',
    path: '/pigrun/pigpath/:pathId',
    summary: 'Deletes a path with its flags; not while a run is on it.',
    access: ADMINS,
    params: z.object({ pathId }),
    reply: z.object({}),
    problems: ['path-not-found', 'path-in-use'],
    example: { params: { pathId: 12 }, reply: {} },
  }),
  readReadiness: defineRoute({
    method: 'GET',
    path: '/pigrun/pigpath/:pathId/readiness',
    summary: 'How ready the devices of a path are for a launch, in the order of the line.',
    access: ADMINS,
    key: 'runs:read',
    params: z.object({ pathId }),
    reply: z.array(readiness),
    problems: ['path-not-found'],
    example: {
      params: { pathId: 12 },
      reply: [
        {
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
        },
      ],
    },
  }),
};

import { TERRAIN_ENCODINGS } from '@waymark/domain/geo/heights';
import { z } from 'zod';
import { EVERYONE } from '../roles.ts';
import { defineRoute } from '../route.ts';

const longitude = z.number().min(-180).max(180);
const latitude = z.number().min(-90).max(90);

/** A PMTiles file of vector tiles, or of heights, for a region or the world. */
const groundRegion = z.object({
  /** Changes with the file, so that what was read of it can be kept. */
  id: z.string(),
  name: z.string(),
  /** West, south, east, north, in degrees. */
  bounds: z.tuple([longitude, latitude, longitude, latitude]),
  minZoom: z.int().min(0),
  maxZoom: z.int().min(0),
  bytes: z.int().min(0),
  attribution: z.string(),
  /** How the pictures of a file of heights write them; null: vector tiles. */
  terrain: z.enum(TERRAIN_ENCODINGS).nullable(),
});
export type GroundRegion = z.output<typeof groundRegion>;

/** Bytes of a file that one call reads at most. */
export const MOST_GROUND_BYTES = 8 * 1024 * 1024;

export const groundRoutes = {
  listGround: defineRoute({
    method: 'GET',
    path: '/map/ground',
    summary: 'The PMTiles files of this installation: the ground of the map without internet.',
    access: EVERYONE,
    key: 'devices:read',
    reply: z.array(groundRegion),
    example: {
      reply: [
        {
          id: '3f0c9a417be2d851',
          name: 'oklahoma',
          bounds: [-103.01, 33.61, -94.43, 37.01],
          minZoom: 0,
          maxZoom: 14,
          bytes: 412_000_000,
          attribution: '© OpenStreetMap',
          terrain: null,
        },
      ],
    },
  }),
  readGround: defineRoute({
    method: 'GET',
    path: '/map/ground/:id',
    anyParams: true,
    summary: `Bytes of a PMTiles file: the header Range names a single range of at most ${MOST_GROUND_BYTES} bytes; the answer is 206.`,
    access: EVERYONE,
    key: 'devices:read',
    params: z.object({ id: z.string().max(64) }),
    reply: z.unknown(),
    media: 'application/octet-stream',
    problems: ['ground-not-found', 'range-refused'],
    example: { params: { id: '3f0c9a417be2d851' }, reply: '' },
  }),
};

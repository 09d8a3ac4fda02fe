import { PMTiles, SharedPromiseCache, type RangeResponse, type Source } from 'pmtiles';
import { readApiRange } from '#/api/download.ts';
import { once } from '#/api/once.ts';
import type { ReplyAt } from '#/api/address.ts';
import { loadMapEngine } from '../map-engine.ts';
import { findSavedTile } from '../saved/saved-areas.ts';

export type GroundRegion = ReplyAt<'GET /map/ground'>[number];
/** A file of heights. */
export type TerrainRegion = GroundRegion & { readonly terrain: NonNullable<GroundRegion['terrain']> };

/** Addresses of the map's tiles: "ground://3f0c9a417be2d851/8/59/100". */
const PROTOCOL = 'ground';
/** The same of files of heights. */
const HEIGHTS = 'heights';
const CACHED_DIRECTORIES = 64;

/** Reads parts of a file of the server as the signed-in user. */
class ApiSource implements Source {
  readonly #id: string;

  constructor(id: string) {
    this.#id = id;
  }

  getKey(): string {
    return this.#id;
  }

  async getBytes(offset: number, length: number, signal?: AbortSignal): Promise<RangeResponse> {
    const call = { params: { id: this.#id } };
    return { data: await readApiRange('GET /map/ground/:id', call, { offset, length }, signal) };
  }
}

const archives = new Map<string, PMTiles>();

function openArchive(id: string): PMTiles {
  const known = archives.get(id) ?? new PMTiles(new ApiSource(id), new SharedPromiseCache(CACHED_DIRECTORIES));
  archives.set(id, known);
  return known;
}

export const tilesOf = ({ id }: GroundRegion) => `${PROTOCOL}://${id}/{z}/{x}/{y}`;
export const heightsOf = ({ id }: TerrainRegion) => `${HEIGHTS}://${id}/{z}/{x}/{y}`;

/** The bytes of a tile "3f0c9a417be2d851/8/59/100"; empty where the file has none, as on the open sea. */
export async function readServerTile(key: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const [id = '', ...place] = key.split('/');
  const [z = 0, x = 0, y = 0] = place.map(Number);
  try {
    const tile = await openArchive(id).getZxy(z, x, y, signal);
    return tile?.data ?? new ArrayBuffer(0);
  } catch (error) {
    // Its cache keeps failed reads of the directory too: without a new one the file would stay unreadable.
    const isCancelled = error instanceof DOMException && error.name === 'AbortError';
    if (!isCancelled) archives.delete(id);
    throw error;
  }
}

/** A picture that a file lacks is no failure: the engine asks for none of its parts. */
const noHeights = () => Object.assign(new Error('the file has no such tile'), { status: 404 });

/** Teaches the map engine the addresses of ground tiles, once. */
export const addGroundProtocol = once(async (): Promise<void> => {
  const { addProtocol } = await loadMapEngine();
  addProtocol(PROTOCOL, async ({ url }, { signal }) => {
    const key = url.slice(`${PROTOCOL}://`.length);
    return { data: (await findSavedTile(key)) ?? (await readServerTile(key, signal)) };
  });
  addProtocol(HEIGHTS, async ({ url }, { signal }) => {
    const data = await readServerTile(url.slice(`${HEIGHTS}://`.length), signal);
    if (data.byteLength === 0) throw noHeights();
    return { data };
  });
});

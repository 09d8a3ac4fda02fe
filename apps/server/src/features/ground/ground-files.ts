import { createHash } from 'node:crypto';
import { open, readdir, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { GroundRegion } from '@waymark/contract/routes/ground';
import { TERRAIN_ENCODINGS, type TerrainEncoding } from '@waymark/domain/geo/heights';
import { Compression, PMTiles, SharedPromiseCache, TileType, type Header, type Source } from 'pmtiles';
import { z } from 'zod';

// PMTiles files of vector tiles in the schema of the Protomaps basemap, or of heights as pictures. Only header, description
// and directory are read here, so a file of any size opens at once.

/** What the console draws; a file without these layers has another schema. */
const WANTED_LAYERS = ['earth', 'water', 'roads', 'places'] as const;
/** Roads and towns appear between these zooms. */
const WANTED_ZOOMS = { from: 7, to: 10 } as const;
/** Hills are seen, and a line follows them, from this zoom on. */
const LEAST_TERRAIN_ZOOM = 8;
const MOST_DESCRIPTION_BYTES = 1024 * 1024;
const MOST_UNPACKED_BYTES = 16 * 1024 * 1024;
const ENDING = '.pmtiles';

export interface GroundFile extends GroundRegion {
  readonly path: string;
}

/** A file that cannot be used, and why. */
export interface GroundFault {
  readonly file: string;
  readonly why: string;
}

export type CheckedGround =
  | { readonly ok: true; readonly value: GroundFile }
  | { readonly ok: false; readonly failure: GroundFault };

const descriptionSchema = z.object({
  name: z.string().max(200).optional(),
  attribution: z.string().max(500).optional(),
  vector_layers: z.array(z.object({ id: z.string() })).optional(),
  /** The encoding of heights. */
  encoding: z.string().max(50).optional(),
});
type Description = z.infer<typeof descriptionSchema>;

class Unusable extends Error {}

const unpackGzip = promisify(gunzip);

/** Bounded: a small file can unpack to any size. */
async function unpack(bytes: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None || compression === Compression.Unknown) return bytes;
  if (compression !== Compression.Gzip) throw new Unusable('its directory is packed in a way other than gzip');
  const unpacked = await unpackGzip(bytes, { maxOutputLength: MOST_UNPACKED_BYTES });
  return unpacked.buffer.slice(unpacked.byteOffset, unpacked.byteOffset + unpacked.byteLength);
}

class FileSource implements Source {
  readonly #file: FileHandle;
  readonly #name: string;

  constructor(file: FileHandle, name: string) {
    this.#file = file;
    this.#name = name;
  }

  getKey(): string {
    return this.#name;
  }

  async getBytes(offset: number, length: number): Promise<{ data: ArrayBuffer }> {
    if (length > MOST_UNPACKED_BYTES) throw new Unusable('its directory is too large');
    const { buffer, bytesRead } = await this.#file.read(new Uint8Array(length), 0, length, offset);
    return { data: buffer.buffer.slice(0, bytesRead) };
  }
}

function refuseHeader(header: Header, bytes: number): void {
  const end = Math.max(
    (header.tileDataOffset ?? 0) + (header.tileDataLength ?? 0),
    (header.leafDirectoryOffset ?? 0) + (header.leafDirectoryLength ?? 0),
  );
  if (end > bytes) throw new Unusable(`it is cut: ${bytes} of ${end} bytes are there`);
  if (header.jsonMetadataLength > MOST_DESCRIPTION_BYTES) throw new Unusable('its description is too large');
}

function refuseVectors(header: Header, { vector_layers: vectorLayers }: Description): void {
  if (header.minZoom > WANTED_ZOOMS.from || header.maxZoom < WANTED_ZOOMS.to)
    throw new Unusable(
      `it has the zooms ${header.minZoom} to ${header.maxZoom}; ${WANTED_ZOOMS.from} to ${WANTED_ZOOMS.to} are needed at least`,
    );
  const layers = new Set(vectorLayers?.map(({ id }) => id));
  const missing = WANTED_LAYERS.filter((layer) => !layers.has(layer));
  if (missing.length > 0)
    throw new Unusable(`it lacks the layers ${missing.join(', ')}; the schema of the Protomaps basemap is needed`);
}

/** Lossless pictures only: a height is the exact colour of a pixel. */
function readEncoding(header: Header, { encoding }: Description): TerrainEncoding {
  if (header.tileType !== TileType.Png && header.tileType !== TileType.Webp)
    throw new Unusable('it holds neither vector tiles (MVT) nor heights as PNG or WebP pictures');
  const known = TERRAIN_ENCODINGS.find((each) => each === encoding);
  if (known === undefined)
    throw new Unusable('it holds pictures without heights; its description names no encoding, terrarium or mapbox');
  if (header.maxZoom < LEAST_TERRAIN_ZOOM)
    throw new Unusable(`its heights end at zoom ${header.maxZoom}; ${LEAST_TERRAIN_ZOOM} is needed at least`);
  return known;
}

/** Credits may be written as links. */
const toPlainText = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&copy;', '©')
    .trim();

async function read(file: FileHandle, name: string, bytes: number) {
  const source = new FileSource(file, name);
  const archive = new PMTiles(source, new SharedPromiseCache(4, true, unpack), unpack);
  const header = await archive.getHeader();
  refuseHeader(header, bytes);
  const described = descriptionSchema.safeParse(await archive.getMetadata());
  const description: Description = described.success ? described.data : {};
  const attribution = toPlainText(description.attribution ?? '');
  if (header.tileType !== TileType.Mvt) return { header, attribution, terrain: readEncoding(header, description) };
  refuseVectors(header, description);
  return { header, attribution: attribution || '© OpenStreetMap', terrain: null };
}

/** Changes when the file is replaced. */
export const idOf = (file: string, { size, mtimeMs }: { readonly size: number; readonly mtimeMs: number }) =>
  createHash('sha256').update(`${file} ${size} ${mtimeMs}`).digest('hex').slice(0, 16);

const nameOf = (file: string) => path.basename(file, ENDING);

function explain(error: unknown): string {
  if (error instanceof Unusable) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['ENOENT', 'EACCES', 'EISDIR', 'EPERM'].includes(code)) return `it cannot be read (${code})`;
  return 'it is no PMTiles file of version 3, or is damaged';
}

/** Reads what a file covers, or says in words why it cannot be used. */
export async function checkGroundFile(file: string): Promise<CheckedGround> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, 'r');
    const { size, mtimeMs } = await handle.stat();
    const { header, attribution, terrain } = await read(handle, file, size);
    const id = idOf(file, { size, mtimeMs });
    const { minLon, minLat, maxLon, maxLat, minZoom, maxZoom } = header;
    const bounds: GroundRegion['bounds'] = [minLon, minLat, maxLon, maxLat];
    return {
      ok: true,
      value: { id, name: nameOf(file), path: file, bytes: size, bounds, minZoom, maxZoom, attribution, terrain },
    };
  } catch (error) {
    return { ok: false, failure: { file: path.basename(file), why: explain(error) } };
  } finally {
    await handle?.close();
  }
}

/** A single file, or all PMTiles files of a folder. A folder that does not exist has none. */
export async function listGroundPaths(place: string): Promise<readonly string[]> {
  const found = await stat(place).catch(() => null);
  if (!found?.isDirectory()) return found || place.endsWith(ENDING) ? [place] : [];
  const names = (await readdir(place)).filter((name) => name.endsWith(ENDING)).toSorted();
  return names.map((name) => path.join(place, name));
}

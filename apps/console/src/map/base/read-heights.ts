import type { Place } from '@waymark/domain/geo/great-circle';
import { findTilePoint, readHeight } from '@waymark/domain/geo/heights';
import { readServerTile, type TerrainRegion } from './ground-archive.ts';

/** A tile of this zoom is about 8 km wide in the middle of the USA, and a pixel of it 30 m. */
const CLOSEST_ZOOM = 12;
/** Long lines are read from farther away. */
const MOST_TILES = 40;

/** The colours of a picture, row by row, four numbers for each pixel. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

type ReadPicture = (region: TerrainRegion, zoom: number, x: number, y: number) => Promise<Picture | null>;

const covers = ({ bounds: [west, south, east, north] }: TerrainRegion, { lat, lon }: Place) =>
  lon >= west && lon <= east && lat >= south && lat <= north;

/** The most detailed file for a place. */
const findRegion = (regions: readonly TerrainRegion[], place: Place) =>
  regions.filter((region) => covers(region, place)).toSorted((one, other) => other.maxZoom - one.maxZoom)[0];

interface Wanted {
  readonly region: TerrainRegion;
  readonly zoom: number;
  readonly place: Place;
}

const keyOf = ({ region, zoom, place }: Wanted) => {
  const { x, y } = findTilePoint(place, zoom);
  return `${region.id}/${zoom}/${x}/${y}`;
};

/** As close as the number of tiles allows. */
function plan(regions: readonly TerrainRegion[], places: readonly Place[]): readonly (Wanted | null)[] {
  for (let closest = CLOSEST_ZOOM; ; closest--) {
    const wanted = places.map((place) => {
      const region = findRegion(regions, place);
      return region ? { region, place, zoom: Math.max(region.minZoom, Math.min(region.maxZoom, closest)) } : null;
    });
    const tiles = new Set(wanted.flatMap((each) => (each ? [keyOf(each)] : [])));
    if (tiles.size <= MOST_TILES || closest === 0) return wanted;
  }
}

function pick({ region, place, zoom }: Wanted, { width, height, data }: Picture): number {
  const { across, down } = findTilePoint(place, zoom);
  const at = (Math.floor(down * height) * width + Math.floor(across * width)) * 4;
  return readHeight(region.terrain, data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
}

/** Metres above the sea at each place; null where no file has it. */
export async function readHeights(
  regions: readonly TerrainRegion[],
  places: readonly Place[],
  readPicture: ReadPicture = fetchPicture,
): Promise<readonly (number | null)[]> {
  const wanted = plan(regions, places);
  const pictures = new Map<string, Promise<Picture | null>>();
  for (const each of wanted) {
    if (!each || pictures.has(keyOf(each))) continue;
    const { x, y } = findTilePoint(each.place, each.zoom);
    pictures.set(keyOf(each), readPicture(each.region, each.zoom, x, y));
  }
  return Promise.all(
    wanted.map(async (each) => {
      const picture = each && (await pictures.get(keyOf(each)));
      return each && picture ? pick(each, picture) : null;
    }),
  );
}

/** A height is an exact colour: the picture must not be adapted to the screen. */
async function fetchPicture({ id }: TerrainRegion, zoom: number, x: number, y: number): Promise<Picture | null> {
  const bytes = await readServerTile(`${id}/${zoom}/${x}/${y}`, new AbortController().signal);
  if (bytes.byteLength === 0) return null;
  const bitmap = await createImageBitmap(new Blob([bytes]), {
    colorSpaceConversion: 'none',
    premultiplyAlpha: 'none',
  });
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const picture = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? null;
  bitmap.close();
  return picture;
}

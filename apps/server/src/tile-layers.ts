import type { TileLayer } from '@waymark/contract/routes/system';

// Tile sources of the console's map. The defaults are public services without a key.

export type TileLayers = Readonly<Record<'basic' | 'streets' | 'satellite' | 'default' | 'radar', TileLayer>>;

const USGS = 'https://basemap.nationalmap.gov/arcgis/rest/services';
const USGS_IMAGERY = `${USGS}/USGSImageryOnly/MapServer/tile/{z}/{y}/{x}`;
const USGS_CREDIT = 'USGS The National Map';

export const DEFAULT_TILES: TileLayers = {
  basic: { urls: [`${USGS}/USGSTopo/MapServer/tile/{z}/{y}/{x}`], attribution: USGS_CREDIT, maxZoom: 16 },
  streets: {
    urls: ['https://tile.openstreetmap.org/{z}/{x}/{y}.png'],
    attribution: '© OpenStreetMap contributors',
    maxZoom: 19,
  },
  satellite: { urls: [USGS_IMAGERY], attribution: USGS_CREDIT, maxZoom: 16 },
  default: {
    urls: [
      USGS_IMAGERY,
      'https://services.arcgisonline.com/ArcGIS/rest/services/Reference/World_Boundaries_and_Places/MapServer/tile/{z}/{y}/{x}',
    ],
    attribution: `${USGS_CREDIT}; labels: Esri`,
    maxZoom: 16,
  },
  radar: {
    urls: ['https://mesonet.agron.iastate.edu/cache/tile.py/1.0.0/nexrad-n0q-900913/{z}/{x}/{y}.png'],
    attribution: 'Radar: Iowa Environmental Mesonet',
    maxZoom: 10,
  },
};

export const NO_TILES: TileLayer = { urls: [], attribution: '', maxZoom: 0 };
const OWN_MAX_ZOOM = 19;

const isTemplate = (url: string) =>
  URL.canParse(url) &&
  /^https?:$/.test(new URL(url).protocol) &&
  ['{z}', '{x}', '{y}'].every((part) => url.includes(part));

/**
 * Reads "https://…/{z}/{x}/{y}.png, https://… | Credit": templates in drawing order, then the credit that the map
 * shows; "off" disables the layer. Null when invalid.
 */
export function readTileLayer(text: string): TileLayer | null {
  if (text.trim() === 'off') return NO_TILES;
  const [templates = '', ...credit] = text.split('|');
  // Commas may also be part of an address.
  const urls = templates.split(/,\s*(?=https?:)/).map((url) => url.trim());
  if (!urls.every(isTemplate)) return null;
  const hosts = [...new Set(urls.map((url) => new URL(url).host))].join(', ');
  return { urls, attribution: credit.join('|').trim() || hosts, maxZoom: OWN_MAX_ZOOM };
}

/** Lists the tile hosts that the content security policy allows. */
export function listTileOrigins(tiles: TileLayers): readonly string[] {
  return [...new Set(Object.values(tiles).flatMap(({ urls }) => urls.map((url) => new URL(url).origin)))];
}

import { formatUtcSecond } from '@waymark/domain/time/utc';

// Runs record their changes by flat field names that are JSON, such as ["marker","AGM 05","state"].

const FIELDS: Readonly<Record<string, string>> = {
  autoLink: 'automatic link',
  autoVerify: 'automatic verification',
  completedAt: 'received',
  edit: 'position by hand',
  job: 'job number',
  launch: 'launched',
  linkedUid: 'AGM',
  marker: 'marker',
  verified: 'verified',
};
const TIMES = new Set(['launch', 'completedAt']);

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const readTexts = (text: string): readonly string[] | null => {
  const parts = text.startsWith('[') ? readJson(text) : null;
  return Array.isArray(parts) ? parts.map(String) : null;
};

const writeTime = (at: string) => formatUtcSecond(Number(at));

/** "100307 1795569610802" or "by hand at AGM 05 1795569610802" */
function namePassage(key: string): string {
  const place = key.slice(0, key.lastIndexOf(' '));
  const at = writeTime(key.slice(key.lastIndexOf(' ') + 1));
  return place.startsWith('by hand at ') ? `passage ${place}, ${at}` : `passage of AGM ${place}, ${at}`;
}

/** The words of a field of a run; null: it is none. */
export function nameRunField(name: string): string | null {
  const [kind, object = '', field = ''] = readTexts(name) ?? [];
  const words = FIELDS[field] ?? field;
  if (kind === 'marker') return `${object}, ${words}`;
  if (kind === 'passage') return `${namePassage(object)}, ${words}`;
  if (kind === 'by hand') return namePassage(`by hand at ${object} ${field}`);
  return FIELDS[name] ?? null;
}

const writePlace = (lat: string | undefined, lon: string | undefined) => `latitude ${lat}, longitude ${lon}`;

/** Returns the value unless the field is written as numbers that need words: times, places and edits. */
export function readRunValue(name: string, value: unknown): unknown {
  if (TIMES.has(name) && typeof value === 'number') return formatUtcSecond(value);
  if (typeof value !== 'string') return value;
  const [at = '', lat, lon] = readTexts(value) ?? [];
  if (name === 'edit' && lon !== undefined) return `${writeTime(at)}, ${writePlace(lat, lon)}`;
  const isPlace = readTexts(name)?.at(-1) === 'place' && lat !== undefined;
  return isPlace ? writePlace(at, lat) : value;
}

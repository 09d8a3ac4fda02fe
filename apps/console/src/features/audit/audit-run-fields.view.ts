import { formatUtcSecond } from '@waymark/domain/time/utc';
import { t } from '#/language/t.ts';

// Runs record their changes by flat field names that are JSON, such as ["marker","AGM 05","state"].

const FIELDS: Readonly<Record<string, string>> = {
  autoLink: t('automatic link'),
  autoVerify: t('automatic verification'),
  completedAt: t('received'),
  edit: t('position by hand'),
  job: t('job number'),
  launch: t('launched'),
  linkedUid: t('AGM'),
  marker: t('marker'),
  verified: t('verified'),
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

const BY_HAND_AT = 'by hand at ';

/** "100307 1795569610802" or "by hand at AGM 05 1795569610802" */
function namePassage(key: string): string {
  const place = key.slice(0, key.lastIndexOf(' '));
  const at = writeTime(key.slice(key.lastIndexOf(' ') + 1));
  return place.startsWith(BY_HAND_AT)
    ? t('passage by hand at {marker}, {time}', { marker: place.slice(BY_HAND_AT.length), time: at })
    : t('passage of AGM {uid}, {time}', { uid: place, time: at });
}

/** The words of a field of a run; null: it is none. */
export function nameRunField(name: string): string | null {
  const [kind, object = '', field = ''] = readTexts(name) ?? [];
  const words = FIELDS[field] ?? field;
  if (kind === 'marker') return `${object}, ${words}`;
  if (kind === 'passage') return `${namePassage(object)}, ${words}`;
  if (kind === 'by hand') return namePassage(`${BY_HAND_AT}${object} ${field}`);
  return FIELDS[name] ?? null;
}

const writePlace = (lat: string | undefined, lon: string | undefined) =>
  t('latitude {lat}, longitude {lon}', { lat: lat ?? '', lon: lon ?? '' });

/** Returns the value unless the field is written as numbers that need words: times, places and edits. */
export function readRunValue(name: string, value: unknown): unknown {
  if (TIMES.has(name) && typeof value === 'number') return formatUtcSecond(value);
  if (typeof value !== 'string') return value;
  const [at = '', lat, lon] = readTexts(value) ?? [];
  if (name === 'edit' && lon !== undefined) return `${writeTime(at)}, ${writePlace(lat, lon)}`;
  const isPlace = readTexts(name)?.at(-1) === 'place' && lat !== undefined;
  return isPlace ? writePlace(at, lat) : value;
}

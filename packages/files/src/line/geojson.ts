import type { Place } from '@waymark/domain/geo/great-circle';
import { fail, succeed } from '@waymark/domain/result';
import { hasSuspectEscape, isStorable } from '@waymark/domain/storable-text';
import { toPlace, type Pieces } from './place.ts';

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Collects the coordinate lists at any depth. Iterative, because hostile files nest deeply. */
function listRows(root: unknown): unknown[] {
  const rows: unknown[] = [];
  const open = [root];
  for (let thing = open.pop(); thing !== undefined; thing = open.pop()) {
    if (!isObject(thing)) continue;
    for (const inner of [listOf(thing['features']), thing['geometry'], listOf(thing['geometries'])]
      .flat()
      .toReversed()) {
      if (isObject(inner)) open.push(inner);
    }
    if (thing['type'] === 'LineString') rows.push(thing['coordinates']);
    if (thing['type'] === 'MultiLineString') for (const row of listOf(thing['coordinates'])) rows.push(row);
  }
  return rows;
}

export function readGeoJson(text: string): Pieces {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return fail({ code: 'not-json' });
  }
  if (hasSuspectEscape(text) && !isStorable(root)) return fail({ code: 'not-storable' });
  const pieces: Place[][] = [];
  for (const row of listRows(root)) {
    const places = listOf(row).map((position) => (Array.isArray(position) ? toPlace(position[0], position[1]) : null));
    if (places.includes(null)) return fail({ code: 'off-the-earth' });
    pieces.push(places.flatMap((place) => place ?? []));
  }
  return succeed(pieces);
}

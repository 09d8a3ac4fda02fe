import { hasHiddenControls, hasHiddenControlsInLines } from '@waymark/domain/text/names';
import type { z } from 'zod';

const IN_LINES: ReadonlySet<PropertyKey> = new Set(['note', 'notes']);
/** Texts that contain JSON: the server checks their contents. */
const AS_JSON: ReadonlySet<PropertyKey> = new Set(['pigPath', 'path', 'markers', 'passages']);

type Path = readonly PropertyKey[];

function isRefused(text: string, key: PropertyKey | undefined): boolean {
  if (key !== undefined && AS_JSON.has(key)) return false;
  return key !== undefined && IN_LINES.has(key) ? hasHiddenControlsInLines(text) : hasHiddenControls(text);
}

/** Path of the first text with hidden controls, or null. */
function findHiddenControls(value: unknown, path: Path): Path | null {
  if (typeof value === 'string') return isRefused(value, path.at(-1)) ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  // Skips the coordinates of lines, which can be very many.
  if (Array.isArray(value) && typeof value[0] === 'number') return null;
  for (const [key, part] of Object.entries(value)) {
    const found = findHiddenControls(part, [...path, Array.isArray(value) ? Number(key) : key]);
    if (found) return found;
  }
  return null;
}

/** The same schema for user input: names must not contain controls that make them look like other names. */
export function withPlainTexts<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.superRefine((value, context) => {
    const path = findHiddenControls(value, []);
    if (path) context.addIssue({ code: 'custom', path: [...path], message: 'has control characters' });
  });
}

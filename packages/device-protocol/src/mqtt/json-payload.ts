import { succeed } from '@waymark/domain/result';
import { hasSuspectEscape, isStorable } from '@waymark/domain/storable-text';
import type { z } from 'zod';
import { reject, type Decoded } from '../decode-failure.ts';

export const MAX_JSON_LENGTH = 8192;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

function decodeText(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

function parseJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** The builder of a device reads it with the rejected message. */
function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'unknown';
  const what = issue.message.replace(/^Invalid input: /, '').replace(/^expected .*, received undefined$/, 'is missing');
  const field = issue.path.join('.');
  return (field === '' ? what : `${field}: ${what}`).slice(0, 200);
}

/**
 * Drops fields that are not in the schema: newer firmware may send more. `readPlain` reads frequent values faster than the
 * schema, and returns null for the others.
 */
export function decodeJson<Schema extends z.ZodType>(
  schema: Schema,
  bytes: Uint8Array,
  readPlain?: (value: unknown) => z.output<Schema> | null,
): Decoded<z.output<Schema>> {
  if (bytes.length > MAX_JSON_LENGTH) return reject('length', `${bytes.length} bytes of JSON`);
  const text = decodeText(bytes);
  if (text === null) return reject('not-utf8', 'not UTF-8');
  const json = parseJson(text);
  if (json === null) return reject('not-json', 'not JSON');
  if (hasSuspectEscape(text) && !isStorable(json.value))
    return reject('not-text', 'a zero character or half of a surrogate pair');
  const plain = readPlain?.(json.value) ?? null;
  if (plain !== null) return succeed(plain);
  const parsed = schema.safeParse(json.value);
  return parsed.success ? succeed(parsed.data) : reject('field', describeIssue(parsed.error));
}

export function encodeJson(value: object): Uint8Array {
  return encoder.encode(JSON.stringify(value));
}

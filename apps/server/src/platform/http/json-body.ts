import { isUtf8 } from 'node:buffer';
import { hasSuspectEscape, isStorable } from '@waymark/domain/storable-text';
import type { FastifyInstance } from 'fastify';
import { problem } from './problem.ts';
import { isDecodable } from './strict-form.ts';

export const MAX_DEPTH = 32;
/** Maximum of name-value pairs: objects with very many take far longer to create than their length suggests. */
export const MAX_FIELDS = 100_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);

/** Checks depth and number of fields before parsing. */
export function findExcess(text: string): 'body-too-deep' | 'body-too-large' | null {
  let depth = 0;
  let fields = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === BACKSLASH) index++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (OPENING.has(code)) {
      depth++;
      if (depth > MAX_DEPTH) return 'body-too-deep';
    } else if (CLOSING.has(code)) depth--;
    else if (code === COLON) {
      fields++;
      if (fields > MAX_FIELDS) return 'body-too-large';
    }
  }
  return null;
}

const MAY_NAME_PROTOTYPE = /__proto__|\\u/;

function dropPrototype(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}

/** Bodies with an escape that may encode an unstorable text; all other bodies skip that check. */
const suspects = new WeakSet<object>();

function suspect<Body>(body: Body, isSuspect: boolean): Body {
  if (isSuspect && typeof body === 'object' && body !== null) suspects.add(body);
  return body;
}

/** Refuses zero characters and lone surrogates. It runs after the schema, which names the invalid field. */
export function checkTexts(body: unknown): void {
  if (typeof body !== 'object' || body === null || !suspects.has(body) || isStorable(body)) return;
  throw problem('bad-request', { detail: 'A text has a zero character or half of a surrogate pair.' });
}

function parseJson(text: string): unknown {
  const excess = findExcess(text);
  if (excess !== null) throw problem(excess);
  try {
    // A reviver is called for every value, so it is used only for texts that may name the prototype.
    const body: unknown = JSON.parse(text, MAY_NAME_PROTOTYPE.test(text) ? dropPrototype : undefined);
    return suspect(body, hasSuspectEscape(text));
  } catch {
    throw problem('malformed-body');
  }
}

/** Invalid UTF-8 would be replaced during decoding and change the meaning, so it is refused. */
function readText(body: string | Buffer): string {
  if (typeof body === 'string') return body;
  if (!isUtf8(body)) throw problem('malformed-body');
  return body.toString('utf8');
}

function parseBody(body: string | Buffer): unknown {
  const text = readText(body);
  return text === '' ? undefined : parseJson(text);
}

/** Accepts JSON bodies only, except on routes that accept forms. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseBody(body));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Parses the fields of a form; the last value of a repeated field counts. */
export function parseForm(text: string): Readonly<Record<string, string>> {
  if (!isDecodable(text)) throw problem('malformed-body');
  const fields = Object.fromEntries([...new URLSearchParams(text)].filter(([name]) => name !== '__proto__'));
  return suspect(fields, text.includes('%00') || text.includes('\0'));
}

/** Lets the routes of this plugin, and only those, accept forms too. */
export function acceptFormBodies(part: FastifyInstance): void {
  part.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseForm(readText(body)));
    } catch (error) {
      done(error as Error);
    }
  });
}

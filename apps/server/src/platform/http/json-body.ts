import { isUtf8 } from 'node:buffer';
import { hasSuspectEscape, isStorable } from '@waymark/domain/storable-text';
import type { FastifyInstance } from 'fastify';
import { problem } from './problem.ts';
import { isDecodable } from './strict-form.ts';

export const MAX_DEPTH = 32;
/** Names and their values: objects with very many take far longer to make than their length tells. */
export const MAX_FIELDS = 100_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);

/** Looks for what would cost too much, before anything is parsed. */
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

/** Bodies with an escape that may stand for a text that cannot be stored; nearly all others are spared the search. */
const suspects = new WeakSet<object>();

function suspect<Body>(body: Body, isSuspect: boolean): Body {
  if (isSuspect && typeof body === 'object' && body !== null) suspects.add(body);
  return body;
}

/** Refuses zero characters and lone surrogates. The schema comes first: it names the field. */
export function checkTexts(body: unknown): void {
  if (typeof body !== 'object' || body === null || !suspects.has(body) || isStorable(body)) return;
  throw problem('bad-request', { detail: 'A text has a zero character or half of a surrogate pair.' });
}

function parseJson(text: string): unknown {
  const excess = findExcess(text);
  if (excess !== null) throw problem(excess);
  try {
    // A reviver is called for every value: only a text that could name the prototype pays for it.
    const body: unknown = JSON.parse(text, MAY_NAME_PROTOTYPE.test(text) ? dropPrototype : undefined);
    return suspect(body, hasSuspectEscape(text));
  } catch {
    throw problem('malformed-body');
  }
}

/** Bytes that are not UTF-8 would be replaced, and so mean something else here than where they came from. */
function readText(body: string | Buffer): string {
  if (typeof body === 'string') return body;
  if (!isUtf8(body)) throw problem('malformed-body');
  return body.toString('utf8');
}

function parseBody(body: string | Buffer): unknown {
  const text = readText(body);
  return text === '' ? undefined : parseJson(text);
}

/** JSON is the only body the API takes, but for routes that say otherwise. */
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

/** The fields of a form; of a field given twice the last counts. */
export function parseForm(text: string): Readonly<Record<string, string>> {
  if (!isDecodable(text)) throw problem('malformed-body');
  const fields = Object.fromEntries([...new URLSearchParams(text)].filter(([name]) => name !== '__proto__'));
  return suspect(fields, text.includes('%00') || text.includes('\0'));
}

/** Lets the routes of this part, and only those, take forms as well. */
export function acceptFormBodies(part: FastifyInstance): void {
  part.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseForm(readText(body)));
    } catch (error) {
      done(error as Error);
    }
  });
}

import fc from 'fast-check';

// Generates hostile input: a valid value with parts replaced, removed, added or repeated.

/** JSON text that is inserted without being serialized. */
class Verbatim {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  'x\uDFFF',
  '\uFFFF',
  '\u202Eabc',
  '😀'.repeat(60),
  'e\u0301'.repeat(500),
  'x'.repeat(20_000),
  'NaN',
  'Infinity',
  '-Infinity',
  '1e400',
  '-0',
  '0x10',
  '9'.repeat(40),
  '9223372036854775808',
  '2147483648',
  '-1',
  '0.5',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '{"__proto__":{"a":1}}',
  '[[[[[[',
  '__proto__',
  'constructor',
  'toString',
  "'; drop table users; --",
  '%',
  '%_',
  '\\',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '=1+1',
  '\r\nset-cookie: a=b',
  '0000-00-00 00:00:00',
  '2026-02-30 00:00:00',
  '9999-12-31 23:59:59.999999',
  '0001-01-01 00:00:00',
  '275760-09-13 00:00:00',
  '+275760-09-13T00:00:00Z',
  '10000-01-01 00:00:00',
  '-000001-01-01T00:00:00Z',
  '12026-03-18 00:00:00',
  'a@b',
  `${'a'.repeat(300)}@example.com`,
  '+1'.repeat(40),
] as const;

/** Excludes all ids of users and companies in the tests. */
const HOSTILE_NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  1e-320,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e21,
  1e308,
  -1e308,
  8.64e15,
  253_402_300_800_000,
  100_234,
] as const;

const VERBATIM = [
  '1e400',
  '-1e400',
  '1E-400',
  '9'.repeat(400),
  '"\\ud800"',
  '"\\u0000"',
  '-0',
  '0.1e1',
  `${'['.repeat(25)}${']'.repeat(25)}`,
].map((text) => new Verbatim(text));

const anyHostileText = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary', maxLength: 30 }));

const anyHostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: anyHostileText },
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom(...VERBATIM) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noInteger: true }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { length: 3 }, { toString: 1 }),
  },
);

type Kind = 'replace' | 'remove' | 'add' | 'repeat' | 'wrap';

interface Change {
  /** Index of the part, counted from the outside. */
  readonly at: number;
  readonly kind: Kind;
  readonly value: unknown;
  readonly key: string;
}

function anyChange(keys: readonly string[]): fc.Arbitrary<Change> {
  const kinds: readonly Kind[] = ['replace', 'replace', 'replace', 'replace', 'remove', 'add', 'add', 'repeat', 'wrap'];
  const key = fc.constantFrom(...keys, '__proto__', 'constructor', 'prototype', 'a\0b', '');
  return fc.record({ at: fc.nat(9999), kind: fc.constantFrom(...kinds), value: anyHostileValue, key });
}

type Parts = Readonly<Record<string, unknown>> | readonly unknown[];

function isWhole(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null && !(value instanceof Verbatim);
}

/** Parses a text that is JSON of an object or a list; null otherwise. */
function readInside(value: unknown): Parts | null {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return null;
  try {
    const inside: unknown = JSON.parse(value);
    return isWhole(inside) ? inside : null;
  } catch {
    return null;
  }
}

function countParts(value: unknown): number {
  const whole = isWhole(value) ? value : readInside(value);
  return whole === null ? 1 : Object.values(whole).reduce((sum: number, part) => sum + countParts(part), 1);
}

/** Rebuilds an object or list from its parts; `undefined` removes a part. */
function withParts(whole: Parts, parts: readonly (readonly [string, unknown])[]): Parts {
  const kept = parts.filter(([, part]) => part !== undefined);
  if (Array.isArray(whole)) return kept.map(([, part]) => part);
  const made: Record<string, unknown> = {};
  for (const [key, value] of kept) Object.defineProperty(made, key, { value, enumerable: true, configurable: true });
  return made;
}

function changeHere(value: unknown, change: Change): unknown {
  if (change.kind === 'remove') return undefined;
  if (change.kind === 'wrap') return [value];
  if (change.kind === 'repeat')
    return Array.isArray(value) ? Array.from({ length: 3000 }, () => value[0] as unknown) : [value, value];
  if (change.kind === 'add' && isWhole(value))
    return withParts(value, [...Object.entries(value), [change.key, change.value]]);
  return change.value;
}

function changeAt(value: unknown, change: Change): unknown {
  if (change.at === 0) return changeHere(value, change);
  const inside = readInside(value);
  if (inside) return writeJson(changeAt(inside, change));
  if (!isWhole(value)) return value;
  let left = change.at - 1;
  const parts = Object.entries(value).map(([key, part]) => {
    const size = countParts(part);
    const isHere = left >= 0 && left < size;
    const made = isHere ? changeAt(part, { ...change, at: left }) : part;
    left -= size;
    return [key, made] as const;
  });
  return withParts(value, parts);
}

/** `meant` with one to three changes anywhere in it; `keys` are additional names that its reader knows. */
export function anyDamageOf(meant: unknown, keys: readonly string[] = []): fc.Arbitrary<unknown> {
  return fc
    .array(anyChange(keys), { minLength: 1, maxLength: 3 })
    .map((changes) =>
      changes.reduce<unknown>(
        (value, change) => changeAt(value, { ...change, at: change.at % countParts(value) }),
        meant,
      ),
    );
}

/** Writes JSON, with verbatim parts unchanged. */
export function writeJson(value: unknown): string {
  if (value instanceof Verbatim) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (isWhole(value))
    return `{${Object.entries(value)
      .map(([key, part]) => `${JSON.stringify(key)}:${writeJson(part)}`)
      .join(',')}}`;
  return JSON.stringify(value) ?? 'null';
}

/** Hostile values for a path segment or query value, URL-encoded. */
export const anyHostileWord: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: anyHostileText
      .filter((text) => text.length < 3000)
      .map((text) => new URLSearchParams([['', text]]).toString().slice(1)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '%00',
      '%ff',
      '%zz',
      '%',
      '..%2f..%2f',
      '%2e%2e',
      '%ed%a0%80',
      '0',
      '00',
      '99999999999999',
      '9'.repeat(30),
    ),
  },
);

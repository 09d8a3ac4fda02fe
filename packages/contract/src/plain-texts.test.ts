import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { withPlainTexts } from './plain-texts.ts';
import { listRoutes } from './routes/index.ts';

const anyControl = fc.constantFrom('\u200F', '\u202A', '\u202E', '\u2066', '\u2069', '\u001B', '\u0085', '\u2028');
/** Fields that identify things to users. The account name of a sign-in is looked up, not stored. */
const NAME = /(?<!user)name$|^pigs?$|^jobNumber$|^notes?$/i;

type Path = readonly (string | number)[];

function* listNamePaths(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value === 'string' && path.some((key) => typeof key === 'string' && NAME.test(key))) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value))
    yield* listNamePaths(part, [...path, Array.isArray(value) ? Number(key) : key]);
}

function change(value: unknown, [key, ...rest]: Path, put: (text: string) => string): unknown {
  if (key === undefined) return put(String(value));
  if (Array.isArray(value)) return value.map((part, at) => (at === key ? change(part, rest, put) : (part as unknown)));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, part]) => [
      name,
      name === key ? change(part, rest, put) : (part as unknown),
    ]),
  );
}

const cases = listRoutes().flatMap((route) =>
  route.body
    ? [...listNamePaths(route.example.body)].map(
        (path) =>
          [
            `${route.method} ${route.path} ${path.join('.')}`,
            route.body ?? z.never(),
            route.example.body,
            path,
          ] as const,
      )
    : [],
);

test('there are bodies with names', () => {
  expect(cases.length).toBeGreaterThan(10);
});

test.each(cases)('[W-038] %s accepts no hidden controls', (_name, schema, example, path) => {
  fc.assert(
    fc.property(anyControl, fc.nat(20), (control, at) => {
      const changed = change(example, path, (text) => `x${text.slice(0, at)}${control}x`);
      return !schema.safeParse(changed).success;
    }),
    { numRuns: 20 },
  );
});

test('[W-038] notes may have several lines, names may not', () => {
  const schema = withPlainTexts(z.object({ name: z.string(), notes: z.string() }));
  expect(schema.safeParse({ name: 'a', notes: 'two\nlines' }).success).toBe(true);
  expect(schema.safeParse({ name: 'two\nlines', notes: '' }).error?.issues).toMatchObject([
    { path: ['name'], message: 'has control characters' },
  ]);
});

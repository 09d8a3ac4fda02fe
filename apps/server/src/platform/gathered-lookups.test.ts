import { expect, test } from 'vitest';
import { GatheredLookups } from './gathered-lookups.ts';

/** Queries that the test ends by hand. */
function createQueries() {
  const queries: { readonly keys: readonly number[]; readonly end: (error?: Error) => void }[] = [];
  const lookups = new GatheredLookups<number, string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<number, string>>();
    const found = new Map(keys.filter((key) => key > 0).map((key) => [key, `found ${key}`]));
    queries.push({ keys, end: (error) => (error ? reject(error) : resolve(found)) });
    return promise;
  });
  return { queries, lookups };
}

test('keys of one turn share a query, and keys that arrive during it share the next', async () => {
  const { queries, lookups } = createQueries();
  const first = [lookups.find(1), lookups.find(2), lookups.find(-1), lookups.find(1)];
  await expect.poll(() => queries.length).toBe(1);
  const second = [lookups.find(1), lookups.find(3)];
  queries[0]?.end();
  expect(await Promise.all(first)).toEqual(['found 1', 'found 2', undefined, 'found 1']);
  await expect.poll(() => queries.length).toBe(2);
  queries[1]?.end();
  expect(await Promise.all(second)).toEqual(['found 1', 'found 3']);
  expect(queries.map(({ keys }) => keys)).toEqual([
    [1, 2, -1],
    [1, 3],
  ]);
});

test('a failed query fails its own keys and no later ones', async () => {
  const { queries, lookups } = createQueries();
  const first = lookups.find(1);
  await expect.poll(() => queries.length).toBe(1);
  const second = lookups.find(2);
  queries[0]?.end(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => queries.length).toBe(2);
  queries[1]?.end();
  expect(await second).toBe('found 2');
});

import { expect, test } from 'vitest';
import { readAhead } from './read-ahead.ts';

const collect = async (pages: AsyncIterable<number>) => {
  const read: number[] = [];
  for await (const page of pages) read.push(page);
  return read;
};

test('the pages come in their order, each asked for while the one before is read, and none beyond', async () => {
  let asked = 0;
  async function* pages() {
    while (asked < 5) yield (asked += 1);
  }
  const reading = readAhead(pages());
  expect([(await reading.next()).value, asked]).toEqual([1, 2]);
  expect([(await reading.next()).value, asked]).toEqual([2, 3]);
  expect(await collect(reading)).toEqual([3, 4, 5]);
});

test('no page is read once whoever reads has gone', async () => {
  let isClosed = false;
  async function* pages() {
    try {
      for (let page = 1; ; page += 1) yield page;
    } finally {
      isClosed = true;
    }
  }
  const reading = readAhead(pages());
  await reading.next();
  await reading.return();
  expect([isClosed, (await reading.next()).done]).toEqual([true, true]);
});

test('a page that cannot be read is told when its turn comes', async () => {
  async function* pages() {
    yield 1;
    throw new Error('the database is away');
  }
  const reading = readAhead(pages());
  expect((await reading.next()).value).toBe(1);
  await expect(reading.next()).rejects.toThrow('the database is away');
});

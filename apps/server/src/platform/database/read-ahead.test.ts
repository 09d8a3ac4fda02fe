import { expect, test } from 'vitest';
import { readAhead } from './read-ahead.ts';

const collect = async (pages: AsyncIterable<number>) => {
  const read: number[] = [];
  for await (const page of pages) read.push(page);
  return read;
};

test('readAhead yields the pages in order and requests exactly one page ahead', async () => {
  let asked = 0;
  async function* pages() {
    while (asked < 5) yield (asked += 1);
  }
  const reading = readAhead(pages());
  expect([(await reading.next()).value, asked]).toEqual([1, 2]);
  expect([(await reading.next()).value, asked]).toEqual([2, 3]);
  expect(await collect(reading)).toEqual([3, 4, 5]);
});

test('readAhead requests no page after its caller has stopped', async () => {
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

test('readAhead throws the failure of a page when that page is due', async () => {
  async function* pages() {
    yield 1;
    throw new Error('the database is away');
  }
  const reading = readAhead(pages());
  expect((await reading.next()).value).toBe(1);
  await expect(reading.next()).rejects.toThrow('the database is away');
});

import { expect, test } from 'vitest';
import { BriefMemory } from './brief-memory.ts';

function begin() {
  const clock = { now: 1000 };
  let made = 0;
  const memory = new BriefMemory<string, number>(500, () => clock.now);
  return { clock, memory, make: async () => ++made };
}

test('callers within the time share one value, and a later one makes another', async () => {
  const { clock, memory, make } = begin();
  expect(await Promise.all([memory.get('a', make), memory.get('a', make)])).toEqual([1, 1]);
  clock.now += 499;
  expect([await memory.get('a', make), await memory.get('b', make)]).toEqual([1, 2]);
  clock.now += 1;
  expect(await memory.get('a', make)).toBe(3);
});

test('a failed value is not shared with the next caller', async () => {
  const { memory, make } = begin();
  await expect(memory.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await memory.get('a', make)).toBe(1);
});

test('a clock that is set back keeps no value for longer', async () => {
  const { clock, memory, make } = begin();
  await memory.get('a', make);
  clock.now -= 10_000;
  expect(await memory.get('a', make)).toBe(2);
});

import { expect, test } from 'vitest';
import { FairQueue, type Turn } from './fair-queue.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Enters by the first letter as the owner; `begun` lists the names in the order of their turns. */
function openQueue(waitingLimit = 100) {
  const queue = new FairQueue(waitingLimit);
  const begun: string[] = [];
  const turns = new Map<string, Turn>();
  return {
    begun,
    enter: (...names: readonly string[]) =>
      names.map((name) => {
        const turn = queue.enter(name.charAt(0));
        if (turn) turns.set(name, turn);
        void turn?.begun.then(() => begun.push(name));
        return turn !== null;
      }),
    leave: async (...names: readonly string[]) => {
      for (const name of names) {
        turns.get(name)?.leave();
        await settle();
      }
    },
    /** Ends each turn as it begins, until nothing waits. */
    drain: async () => {
      await settle();
      for (let at = 0; at < begun.length; at++) {
        turns.get(begun[at] ?? '')?.leave();
        await settle();
      }
    },
  };
}

test('[W-041] takes turns between companies, in the order of their places within each', async () => {
  const queue = openQueue();
  queue.enter('a1', 'a2', 'a3', 'b1', 'b2', 'c1');
  await queue.drain();
  expect(queue.begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('[W-041] lets one report of a company wait for one turn of another that has a hundred', async () => {
  const queue = openQueue();
  queue.enter(...Array.from({ length: 100 }, (_none, at) => `a${at}`));
  await settle();
  queue.enter('b0');
  await queue.drain();
  expect(queue.begun.slice(0, 3)).toEqual(['a0', 'b0', 'a1']);
  expect(queue.begun).toHaveLength(101);
});

test('[W-041] refuses a place when as many of the company wait as may, and no other company', async () => {
  const queue = openQueue(2);
  expect(queue.enter('a1', 'a2', 'a3', 'a4', 'b1')).toEqual([true, true, true, false, true]);
  await queue.leave('a1');
  expect(queue.enter('a5')).toEqual([false]);
  await queue.leave('b1');
  expect(queue.enter('a6')).toEqual([true]);
});

test('[W-041] never begins a turn whose place was left, and begins the next one at once', async () => {
  const queue = openQueue();
  queue.enter('a1', 'b1', 'b2', 'c1');
  await queue.leave('b1', 'b1', 'a1', 'a1', 'c1');
  await queue.drain();
  expect(queue.begun).toEqual(['a1', 'b2']);
});

test('[W-041] goes on after it was empty', async () => {
  const queue = openQueue();
  queue.enter('a1');
  await queue.drain();
  queue.enter('a2', 'b1');
  await queue.drain();
  expect(queue.begun).toEqual(['a1', 'a2', 'b1']);
});

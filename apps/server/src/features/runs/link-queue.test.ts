import { expect, test } from 'vitest';
import type { HeardPassage } from './link-passage.ts';
import { LinkQueue } from './link-queue.ts';

const heard = (uid: number, groupId = 1): HeardPassage => ({ uid, groupId, endOfSnipAt: uid, isFirst: true });

/** A queue whose batches wait until `release` is called; uid 13 cannot be linked. */
function open() {
  const batches: number[][] = [];
  const gate = Promise.withResolvers<void>();
  const queue = new LinkQueue(async (_groupId, passages) => {
    batches.push(passages.map(({ uid }) => uid));
    await gate.promise;
    if (passages.some(({ uid }) => uid === 13)) throw new Error('unlinkable');
  });
  return { queue, batches, release: () => gate.resolve() };
}

test('[W-179] passages of a company that wait for a change share the next one', async () => {
  const { queue, batches, release } = open();
  const added = [queue.add([heard(1)])];
  await Promise.resolve();
  added.push(queue.add([heard(2)]), queue.add([heard(3), heard(4)]));
  release();
  await Promise.all(added);
  expect(batches).toEqual([[1], [2, 3, 4]]);
});

test('[W-179] companies do not wait for each other', async () => {
  const { queue, batches, release } = open();
  const added = [queue.add([heard(1)]), queue.add([heard(2, 9)])];
  await Promise.resolve();
  expect(batches).toEqual([[1], [2]]);
  release();
  await Promise.all(added);
});

test('[W-179] a batch has at most 20 passages, because users wait for it', async () => {
  const { queue, batches, release } = open();
  release();
  await queue.add(Array.from({ length: 45 }, (_, at) => heard(100 + at)));
  expect(batches.map(({ length }) => length)).toEqual([20, 20, 5]);
});

test('[W-179] a passage that cannot be linked fails alone', async () => {
  const { queue, batches, release } = open();
  release();
  const outcomes = await Promise.allSettled([queue.add([heard(12)]), queue.add([heard(13)]), queue.add([heard(14)])]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([[12, 13, 14], [12], [13], [14]]);
  await queue.add([heard(15)]);
});

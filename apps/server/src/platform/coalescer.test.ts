import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Coalescer } from './coalescer.ts';

/** Runs that the test ends by hand. */
function createRuns(options?: ConstructorParameters<typeof Coalescer>[1]) {
  const runs: PromiseWithResolvers<void>[] = [];
  const coalescer = new Coalescer(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  }, options);
  return { runs, coalescer };
}

test('requests during a run share one run that starts after it, even when it fails', async () => {
  const { runs, coalescer } = createRuns();
  const first = coalescer.request();
  await nextTurn();
  const [second, third] = [coalescer.request(), coalescer.request()];
  await nextTurn();
  expect(runs).toHaveLength(1);
  runs[0]?.reject(new Error('failed'));
  await expect(first).rejects.toThrow('failed');
  await nextTurn();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await Promise.all([second, third]);
  expect(coalescer.isIdle).toBe(true);
  const later = coalescer.request();
  await nextTurn();
  expect(runs).toHaveLength(3);
  runs[2]?.resolve();
  await later;
});

test('a run that requests another is followed by it and never overlaps it', async () => {
  let [running, most, count] = [0, 0, 0];
  const coalescer: Coalescer = new Coalescer(async () => {
    count += 1;
    if (count < 4) void coalescer.request();
    running += 1;
    most = Math.max(most, running);
    await nextTurn();
    running -= 1;
  });
  void coalescer.request();
  await coalescer.settle();
  expect([count, most]).toEqual([4, 1]);
});

test('requests that arrive while a run gathers share it', async () => {
  const gathering = Promise.withResolvers<void>();
  const { runs, coalescer } = createRuns({ gather: () => gathering.promise });
  const requests = [coalescer.request()];
  await nextTurn();
  requests.push(coalescer.request());
  expect(runs).toHaveLength(0);
  gathering.resolve();
  await nextTurn();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await Promise.all(requests);
  expect(runs).toHaveLength(1);
});

test('close waits for the run under way and starts no other', async () => {
  const { runs, coalescer } = createRuns();
  void coalescer.request();
  await nextTurn();
  const dropped = coalescer.request();
  let isClosed = false;
  const closed = coalescer.close().then(() => (isClosed = true));
  await nextTurn();
  expect(isClosed).toBe(false);
  runs[0]?.resolve();
  await Promise.all([closed, dropped, coalescer.request()]);
  expect(runs).toHaveLength(1);
});

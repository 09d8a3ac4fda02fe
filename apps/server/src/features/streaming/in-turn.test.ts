import { expect, test } from 'vitest';
import { InTurn } from './in-turn.ts';

test('who asks during a run gets one that begins after it, and shares it', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const turn = new InTurn(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  const first = turn.run();
  const [second, third] = [turn.run(), turn.run()];
  expect(runs).toHaveLength(1);
  runs[0]?.reject(new Error('failed'));
  await expect(first).rejects.toThrow('failed');
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.resolve();
  await Promise.all([second, third]);
  const later = turn.run();
  expect(runs).toHaveLength(3);
  runs[2]?.resolve();
  await later;
});

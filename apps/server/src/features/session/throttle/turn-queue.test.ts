import { expect, test } from 'vitest';
import { Problem } from '../../../platform/http/problem.ts';
import { TurnQueue } from './turn-queue.ts';

function startQueue(limits = { running: 1, waiting: 4 }) {
  const queue = new TurnQueue(limits);
  const started: string[] = [];
  const gates: (() => void)[] = [];
  const run = (name: string, turn: { key: string; failures: number }) =>
    queue.run(turn, async () => {
      started.push(name);
      await new Promise<void>((resolve) => gates.push(resolve));
    });
  const settle = () => new Promise(setImmediate);
  /** Ends the oldest running work. */
  const finishOne = async () => {
    await settle();
    gates.shift()?.();
    await settle();
  };
  return { started, run, settle, finishOne };
}

const from = (key: string, failures = 0) => ({ key, failures });

test('[W-012] runs no more at once than its limit and the rest in order', async () => {
  const { started, run, settle, finishOne } = startQueue({ running: 2, waiting: 4 });
  const all = ['a', 'b', 'c', 'd'].map((key) => run(key, from(key)));
  await settle();
  expect(started).toEqual(['a', 'b']);
  await finishOne();
  expect(started).toEqual(['a', 'b', 'c']);
  for (let n = 0; n < 3; n += 1) await finishOne();
  await Promise.all(all);
  expect(started).toEqual(['a', 'b', 'c', 'd']);
});

test('[W-012] queued work of one key does not delay the first work of another', async () => {
  const { started, run, finishOne } = startQueue();
  const all = ['a1', 'a2', 'a3'].map((name) => run(name, from('a')));
  all.push(run('b1', from('b')));
  for (let n = 0; n < 4; n += 1) await finishOne();
  await Promise.all(all);
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('[W-012] failed attempts move work back', async () => {
  const { started, run, finishOne } = startQueue();
  const all = [run('running', from('a')), run('guessing', from('b', 12)), run('honest', from('c'))];
  for (let n = 0; n < 3; n += 1) await finishOne();
  await Promise.all(all);
  expect(started).toEqual(['running', 'honest', 'guessing']);
});

test('[W-012] a full queue refuses the work with the most failures, with a time to wait', async () => {
  const { started, run, finishOne } = startQueue({ running: 1, waiting: 2 });
  const running = run('running', from('a'));
  const guessing = run('guessing', from('b', 12));
  const waiting = run('waiting', from('c'));
  const late = run('late', from('d'));
  await expect(guessing).rejects.toMatchObject({ code: 'passwords-busy', retryAfterS: 2 });
  for (let n = 0; n < 3; n += 1) await finishOne();
  await Promise.all([running, waiting, late]);
  expect(started).toEqual(['running', 'waiting', 'late']);
});

test('failed work frees its slot for the next', async () => {
  const queue = new TurnQueue({ running: 1, waiting: 1 });
  const failing = queue.run(from('a'), () => Promise.reject(new Problem('link-invalid')));
  const next = queue.run(from('b'), () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow();
  expect(await next).toBe('done');
  expect(await queue.run(from('c'), () => Promise.resolve('free'))).toBe('free');
});

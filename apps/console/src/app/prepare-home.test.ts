import { expect, it } from 'vitest';
import { loadInTurn } from './prepare-home.ts';

/** Waits until all pending promises have settled. */
const rest = () => new Promise((resolve) => setTimeout(resolve));

it('loads parts one after the other, each when the page is idle', async () => {
  const idle: (() => void)[] = [];
  const loaded: string[] = [];
  const first = Promise.withResolvers<void>();
  const done = loadInTurn(
    [
      () => {
        loaded.push('first');
        return first.promise;
      },
      async () => void loaded.push('second'),
    ],
    () => new Promise((resolve) => idle.push(resolve)),
  );
  await rest();
  expect(loaded).toEqual([]);
  idle.shift()?.();
  await rest();
  expect(loaded).toEqual(['first']);
  expect(idle).toEqual([]);
  first.resolve();
  await rest();
  expect(loaded).toEqual(['first']);
  idle.shift()?.();
  await done;
  expect(loaded).toEqual(['first', 'second']);
});

it('continues with the next part after a failed one', async () => {
  const loaded: string[] = [];
  await loadInTurn([() => Promise.reject(new Error('gone')), async () => void loaded.push('next')], () =>
    Promise.resolve(),
  );
  expect(loaded).toEqual(['next']);
});

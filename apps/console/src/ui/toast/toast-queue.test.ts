import { describe, expect, it } from 'vitest';
import { chooseToastsToDrop, toastId, toastLifetimeMs } from './toast-queue.ts';

const notice = (id: string) => ({ id, isError: false });
const error = (id: string) => ({ id, isError: true });

describe('toasts', () => {
  it('[W-250] toasts keep errors until they are closed and remove others after 5 s, with a button after 10 s', () => {
    expect(toastLifetimeMs({ kind: 'error' })).toBe(false);
    expect(toastLifetimeMs({ kind: 'success' })).toBe(5000);
    expect(toastLifetimeMs({ kind: 'notice' })).toBe(5000);
    expect(toastLifetimeMs({ kind: 'success', act: { label: 'Undo', onAct: () => undefined } })).toBe(10_000);
  });

  it.each([
    ['none', [], []],
    ['two', [notice('a'), error('b')], []],
    ['three notices: the oldest', [notice('a'), notice('b'), notice('c')], ['a']],
    ['an error before a notice: the notice', [error('a'), notice('b'), error('c')], ['b']],
    ['three errors: the oldest', [error('a'), error('b'), error('c')], ['a']],
    ['more than fit', [error('a'), notice('b'), error('c'), error('d')], ['b', 'a']],
  ])('toasts make space for a new one with %s', (_, shown, dropped) => {
    expect(chooseToastsToDrop(shown)).toEqual(dropped);
  });

  it('toasts merge equal texts, but not those with different details', () => {
    const lost = { kind: 'error', message: 'Unable to update Pig Run' } as const;
    expect(toastId({ ...lost, logId: 1 })).toBe(toastId({ ...lost, logId: 2 }));
    expect(toastId({ ...lost, detail: '10475' })).not.toBe(toastId({ ...lost, detail: '10488' }));
    expect(toastId({ ...lost, kind: 'notice' })).not.toBe(toastId(lost));
  });
});

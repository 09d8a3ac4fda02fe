import { expect, it, vi } from 'vitest';
import { once, shareUnderWay } from './once.ts';

it('once makes a thing once, also if it is nothing', () => {
  const make = vi.fn<() => undefined>();
  const get = once(make);
  get();
  get();
  expect(make).toHaveBeenCalledTimes(1);
});

it('once makes a new promise after one that failed', async () => {
  const make = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('map');
  const load = once(make);
  const failed = load();
  expect(load()).toBe(failed);
  await expect(failed).rejects.toThrow('offline');
  expect(await load()).toBe('map');
  expect(await load()).toBe('map');
  expect(make).toHaveBeenCalledTimes(2);
});

it('shareUnderWay calls again only after the answer, or a failure', async () => {
  const call = vi.fn<() => Promise<number>>().mockResolvedValueOnce(1).mockRejectedValueOnce(new Error('lost'));
  const ask = shareUnderWay(call);
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  await expect(ask()).rejects.toThrow('lost');
  expect(call).toHaveBeenCalledTimes(2);
});

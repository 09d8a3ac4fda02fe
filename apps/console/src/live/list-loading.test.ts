import { describe, expect, it } from 'vitest';
import { ListLoading } from './list-loading.ts';

/** A list of numbers; an event adds its own. */
function startLoading() {
  let shown: readonly number[] = [];
  const replies: PromiseWithResolvers<readonly number[]>[] = [];
  const loading = new ListLoading<number, number>({
    load: () => {
      const reply = Promise.withResolvers<readonly number[]>();
      replies.push(reply);
      return reply.promise;
    },
    apply: (events) => {
      shown = [...new Set([...shown, ...events])];
    },
    replaceAll: (items) => {
      shown = items;
    },
  });
  return {
    loading,
    replies,
    list: () => shown,
    answer: (turn: number, ...items: readonly number[]) => replies[turn]?.resolve(items),
  };
}

describe('a list that events keep up to date', () => {
  it('[W-226] keeps the changes of events that arrive while the list loads', async () => {
    const { loading, list, answer } = startLoading();
    const loaded = loading.load();
    loading.take([7]);
    expect(list()).toEqual([7]);
    answer(0, 8);
    await loaded;
    expect(list()).toEqual([8, 7]);
  });

  it('[W-226] does not apply earlier events again to a later list', async () => {
    const { loading, list, answer } = startLoading();
    loading.take([7]);
    const loaded = loading.load();
    answer(0, 8);
    await loaded;
    expect(list()).toEqual([8]);
  });

  it('[W-226] drops a list that was requested before the shown one', async () => {
    const { loading, list, answer } = startLoading();
    const both = [loading.load(), loading.load()];
    answer(1, 8);
    await both[1];
    answer(0, 9);
    await both[0];
    expect(list()).toEqual([8]);
  });

  it('rejects with the failed call, and keeps the shown list', async () => {
    const { loading, list, replies } = startLoading();
    loading.take([7]);
    const loaded = loading.load();
    replies[0]?.reject(new Error('The server cannot be reached.'));
    await expect(loaded).rejects.toThrow('The server cannot be reached.');
    expect(list()).toEqual([7]);
  });

  it('[W-226] drops a list that is still loading when the session ends, and loads for the next one', async () => {
    const { loading, list, answer } = startLoading();
    const loaded = loading.load();
    loading.dropPending();
    answer(0, 8);
    await loaded;
    expect(list()).toEqual([]);
    const again = loading.load();
    answer(1, 9);
    await again;
    expect(list()).toEqual([9]);
  });
});

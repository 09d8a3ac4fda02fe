import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { expectLogged } from '#/testing/complaints.ts';
import { hear, setLive, setOffline } from '#/testing/live-state.ts';
import { LiveCollection, type LoadState } from './live-collection.ts';
import { recoverySteps } from './live.ts';
import { useOnline } from './online-store.ts';

const PATIENCE_MS = 200;

/** A list of UIDs; an event of the hub adds its own. */
function makeCollection(onLoaded?: () => Promise<unknown>) {
  const seen = { list: [] as readonly number[], state: { isLoading: false, error: null } as LoadState };
  const load = vi.fn<() => Promise<readonly number[]>>(async () => [1, 2]);
  const collection = new LiveCollection({
    load,
    apply: (events) => {
      seen.list = [...new Set([...seen.list, ...events.map(({ data }) => data.uid)])];
    },
    replaceAll: (items) => {
      seen.list = items;
    },
    clear: () => {
      seen.list = [];
    },
    events: ['ReceiveDownloadMode'],
    onLoadState: (state) => {
      seen.state = { ...seen.state, ...state };
    },
    recovers: 'reload',
    patienceMs: PATIENCE_MS,
    ...(onLoaded && { onLoaded }),
  });
  return { collection, load, seen };
}

const pass = (ms = PATIENCE_MS) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] });
  setLive();
});

afterEach(() => void vi.useRealTimers());

it('LiveCollection leaves the hub time to connect before its first load', async () => {
  const { collection, load, seen } = makeCollection();
  const stop = collection.start();
  await pass(PATIENCE_MS - 1);
  expect(load).not.toHaveBeenCalled();
  await pass(1);
  expect(seen).toEqual({ list: [1, 2], state: { isLoading: false, error: null } });
  stop();
});

it('LiveCollection loads once if the hub connects before the first load', async () => {
  const { collection, load } = makeCollection();
  const stop = collection.start();
  await recoverySteps.run();
  await pass();
  expect(load).toHaveBeenCalledTimes(1);
  stop();
});

it('LiveCollection applies events with the next frame', async () => {
  const { collection, seen } = makeCollection();
  const stop = collection.start();
  await pass();
  hear('ReceiveDownloadMode', { uid: 3, isAutoDownload: true });
  expect(seen.list).toEqual([1, 2]);
  await pass(20);
  expect(seen.list).toEqual([1, 2, 3]);
  stop();
});

it('LiveCollection is empty after its stop, and neither an event nor a late answer fills it', async () => {
  const { collection, load, seen } = makeCollection();
  const late = Promise.withResolvers<readonly number[]>();
  load.mockReturnValue(late.promise);
  const stop = collection.start();
  await pass();
  expect(seen.state.isLoading).toBe(true);
  stop();
  late.resolve([1, 2]);
  hear('ReceiveDownloadMode', { uid: 3, isAutoDownload: true });
  await pass();
  expect(seen).toEqual({ list: [], state: { isLoading: false, error: null } });
  await recoverySteps.run();
  expect(load).toHaveBeenCalledTimes(1);
});

it('LiveCollection that is stopped before its first load loads nothing', async () => {
  const { collection, load } = makeCollection();
  collection.start()();
  await pass();
  expect(load).not.toHaveBeenCalled();
});

it('LiveCollection keeps its list and names the failure when a reload fails, until one succeeds', async () => {
  const { collection, load, seen } = makeCollection();
  const stop = collection.start();
  await pass();
  load.mockRejectedValueOnce(new Error('The server cannot be reached.'));
  await expect(recoverySteps.run()).rejects.toThrow('The server cannot be reached.');
  expect(seen.list).toEqual([1, 2]);
  expect(seen.state).toMatchObject({ isLoading: false, error: { message: 'The server cannot be reached.' } });
  await recoverySteps.run();
  expect(seen.state).toEqual({ isLoading: false, error: null });
  stop();
});

it('LiveCollection logs the failure of its first load', async () => {
  expectLogged(/No answer/);
  const { collection, load, seen } = makeCollection();
  // oxlint-disable-next-line prefer-promise-reject-errors -- any value can be thrown
  load.mockImplementationOnce(() => Promise.reject('No answer'));
  const stop = collection.start();
  await pass();
  expect(seen.state.error).toEqual(new Error('No answer'));
  stop();
});

it('LiveCollection asks for nothing while the server is away, and keeps its last known items', async () => {
  const { collection, load, seen } = makeCollection();
  const stop = collection.start();
  await pass();
  setOffline();
  const { online } = useOnline.getState();
  useOnline.setState({ online: { ...online, hasServer: false } });
  await collection.load();
  expect(load).toHaveBeenCalledTimes(1);
  expect(seen.list).toEqual([1, 2]);
  stop();
});

it('LiveCollection calls back after the first load and after each recovery, but not after a failure', async () => {
  const onLoaded = vi.fn<() => Promise<unknown>>(async () => undefined);
  const { collection, load } = makeCollection(onLoaded);
  const stop = collection.start();
  await pass();
  await recoverySteps.run();
  expect(onLoaded).toHaveBeenCalledTimes(2);
  load.mockRejectedValueOnce(new Error('No answer'));
  await expect(recoverySteps.run()).rejects.toThrow('No answer');
  expect(onLoaded).toHaveBeenCalledTimes(2);
  stop();
});

import { exampleDevice } from '@waymark/contract/devices/device';
import { describe, expect, it } from 'vitest';
import type { Device } from './device.ts';
import type { DeviceEvent } from './device-event.ts';
import { DeviceLoading } from './device-loading.ts';
import { DeviceStore } from './device-store.ts';
import { readDevice } from './device.wire.ts';

const device: Device = { ...readDevice(exampleDevice), uid: 7 };
const download: DeviceEvent = { name: 'ReceiveDownloadMode', data: { uid: 7, isAutoDownload: true } };

function startLoading() {
  const store = new DeviceStore();
  const replies: PromiseWithResolvers<readonly Device[]>[] = [];
  const loading = new DeviceLoading(store, () => {
    const reply = Promise.withResolvers<readonly Device[]>();
    replies.push(reply);
    return reply.promise;
  });
  return {
    store,
    loading,
    answer: (turn: number, ...devices: readonly Device[]) => replies[turn]?.resolve(devices),
    replies,
  };
}

describe('loading the list', () => {
  it('keeps the changes of events that arrive while the list loads', async () => {
    const { store, loading, answer } = startLoading();
    store.replaceAll([device]);
    const loaded = loading.load();
    loading.take([download]);
    expect(store.get(7)?.isAutoDownload).toBe(true);
    answer(0, device);
    await loaded;
    expect(store.get(7)?.isAutoDownload).toBe(true);
  });

  it('does not apply old events again to a later list', async () => {
    const { store, loading, answer } = startLoading();
    store.replaceAll([device]);
    loading.take([download]);
    const loaded = loading.load();
    answer(0, device);
    await loaded;
    expect(store.get(7)?.isAutoDownload).toBe(false);
  });

  it('drops a list that is older than the shown one', async () => {
    const { store, loading, answer } = startLoading();
    const both = [loading.load(), loading.load()];
    answer(1, device);
    await both[1];
    answer(0);
    await both[0];
    expect(store.list()).toEqual([device]);
  });

  it('rejects with the failed call, and keeps the shown list', async () => {
    const { store, loading, replies } = startLoading();
    store.replaceAll([device]);
    const loaded = loading.load();
    replies[0]?.reject(new Error('The server cannot be reached.'));
    await expect(loaded).rejects.toThrow('The server cannot be reached.');
    expect(store.list()).toEqual([device]);
  });

  it('ignores a list that arrives after the session has ended', async () => {
    const { store, loading, answer } = startLoading();
    const loaded = loading.load();
    loading.stop();
    answer(0, device);
    await loaded;
    expect([store.list(), store.isLoaded()]).toEqual([[], false]);
  });
});

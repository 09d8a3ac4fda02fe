import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#/api/api-error.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { useOnline } from '#/live/online-store.ts';
import { openLastKnown } from './open-last-known.ts';
import { forgetLastKnown, takeOpened } from './opened.ts';
import { showSnapshot } from './show-snapshot.ts';
import { takeSnapshot } from './snapshot.ts';
import { loadSnapshot, writeSnapshot } from './snapshot-database.ts';

const USER = { id: 7, name: 'Dana Reyes', role: 'admin', tokenExpiry: 0 } as const;
const failureOf = (status: number) => new ApiError({ status, code: `http-${status}`, detail: 'No answer.' });

const makeSnapshot = (userId: number) =>
  takeSnapshot({ userId, savedAt: Date.now(), clockOffsetMs: 0, devices: [], runs: [] });
const write = (userId: number) => writeSnapshot(makeSnapshot(userId));

afterEach(async () => {
  takeOpened();
  onlineManager.setOnline(true);
  forgetLastKnown();
  await vi.waitUntil(async () => (await loadSnapshot()) === null);
});

it('openLastKnown deletes the snapshot of an expired sign-in when the server answers', async () => {
  await write(USER.id);
  expect(await openLastKnown(USER)).toBe(false);
  await expect.poll(loadSnapshot).toBeNull();
  expect(takeOpened()).toBeNull();
});

it.each([0, 502, 503])('openLastKnown opens the snapshot when the renewal failed with status %i', async (status) => {
  await write(USER.id);
  expect(await openLastKnown(USER, failureOf(status))).toBe(true);
  expect(onlineManager.isOnline()).toBe(false);
  expect(takeOpened()).not.toBeNull();
  expect(deviceStore.isLoaded()).toBe(false);
});

it('openLastKnown opens nothing when the server refused the renewal, or for another user', async () => {
  await write(USER.id);
  expect(await openLastKnown(USER, failureOf(403))).toBe(false);
  expect(await openLastKnown({ ...USER, id: 8 }, failureOf(0))).toBe(false);
  expect([takeOpened(), onlineManager.isOnline()]).toEqual([null, true]);
  expect(await loadSnapshot()).not.toBeNull();
});

it('showSnapshot lets calls wait until the server is heard again', () => {
  onlineManager.setOnline(false);
  const stop = showSnapshot(makeSnapshot(USER.id));
  const { online } = useOnline.getState();
  useOnline.setState({ online: { ...online, hasServer: false } });
  expect(onlineManager.isOnline()).toBe(false);
  useOnline.setState({ online: { ...online, hasServer: true } });
  expect(onlineManager.isOnline()).toBe(true);
  stop();
});

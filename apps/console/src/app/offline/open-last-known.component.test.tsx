import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#/api/api-error.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { openLastKnown } from './open-last-known.ts';
import { forgetLastKnown, takeOpened } from './opened.ts';
import { takeSnapshot } from './snapshot.ts';
import { loadSnapshot, writeSnapshot } from './snapshot-database.ts';

const USER = { id: 7, name: 'Dana Reyes', role: 'admin', tokenExpiry: 0 } as const;
const failureOf = (status: number) => new ApiError({ status, code: `http-${status}`, detail: 'No answer.' });

const write = (userId: number) =>
  writeSnapshot(takeSnapshot({ userId, savedAt: Date.now(), clockOffsetMs: 0, devices: [], runs: [] }));

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

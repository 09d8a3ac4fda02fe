import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bearerSource, type BearerSource } from '#/api/bearer.ts';
import { mayChoose } from '#/features/devices/table/choose-device.ts';
import { followNotified } from './notified-runs.ts';
import { forgetRuns, putAll } from '#/features/runs/runs-store.ts';
import { trackPlain } from './testing/track-plain.ts';

const NOTIFIED = 7;
const UID_LIST = '/api/pigrun/ActivePigRunUidListWithUserNotification/2';
let asked: string[] = [];
let bearer: BearerSource;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const reply = address === UID_LIST ? { uidList: [NOTIFIED] } : { pigRunIdList: [41] };
    return new Response(JSON.stringify(reply), { headers: { 'content-type': 'application/json' } });
  });
  bearer = bearerSource.get();
  bearerSource.put({ readToken: () => 'token', renewToken: async () => null, endSession: () => undefined });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  bearerSource.put(bearer);
  forgetRuns();
});

const countAsked = () => asked.filter((address) => address === UID_LIST).length;

it('[M-038] a viewer is limited to the devices that notify them, a second after the runs have changed', async () => {
  const reload = vi.fn<() => void>();
  const stop = followNotified({ id: 2, isViewer: true }, reload);
  await vi.waitFor(() => expect([mayChoose(NOTIFIED), mayChoose(8)]).toEqual([true, false]));
  expect(countAsked()).toBe(1);
  putAll([trackPlain()]);
  await vi.advanceTimersByTimeAsync(999);
  expect([countAsked(), reload.mock.calls.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect([countAsked(), reload.mock.calls.length]).toEqual([2, 1]);
  // The same runs are no change.
  putAll([trackPlain()]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(countAsked()).toBe(2);
  stop();
  expect(mayChoose(8)).toBe(true);
});

it('[L-066] an admin sees all devices', async () => {
  const stop = followNotified({ id: 2, isViewer: false }, () => undefined);
  await vi.advanceTimersByTimeAsync(10);
  expect([asked.length, mayChoose(8)]).toEqual([2, true]);
  stop();
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { expectLogged } from '#/testing/complaints.ts';
import { setLive } from '#/testing/live-state.ts';
import { useOnline } from '#/live/online-store.ts';
import type { OnlinePhase } from '#/live/online-state.ts';
import { startWorker, useVersion } from './version.ts';

const HOUR_MS = 3_600_000;
const OWN = 'aaaa';

let page: AbortController;
let build: HTMLMetaElement;

/** The browser's registry of service workers, which a page without TLS does not have. */
function offerWorkers(register: () => Promise<unknown>): EventTarget {
  const container = Object.assign(new EventTarget(), { register });
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(container as unknown as ServiceWorkerContainer);
  return container;
}

const tell = (container: EventTarget, data: unknown) => container.dispatchEvent(new MessageEvent('message', { data }));

function setPhase(phase: OnlinePhase): void {
  useOnline.setState(({ online }) => ({ online: { ...online, phase } }));
}

beforeEach(() => {
  page = new AbortController();
  build = document.createElement('meta');
  build.name = 'build';
  build.content = OWN;
  document.head.append(build);
  setLive();
});

afterEach(() => {
  page.abort();
  build.remove();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('startWorker registers the worker that caches the files of the console', async () => {
  const register = vi.fn<() => Promise<unknown>>(async () => ({}));
  offerWorkers(register);
  expect(await startWorker(page.signal)).toBe(true);
  expect(register).toHaveBeenCalledExactlyOnceWith('/service-worker.js');
});

it('startWorker does without a worker where the browser has none', async () => {
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(undefined as never);
  expect(await startWorker(page.signal)).toBe(false);
});

it('startWorker logs why the browser refuses the worker, and does without', async () => {
  expectLogged(/not secure/);
  offerWorkers(() => Promise.reject(new Error('not secure')));
  expect(await startWorker(page.signal)).toBe(false);
});

it('startWorker notices that the worker has fetched another build than the one of the page', async () => {
  const container = offerWorkers(async () => ({}));
  await startWorker(page.signal);
  tell(container, { build: OWN });
  expect(useVersion.getState().isNewReady).toBe(false);
  tell(container, { build: 'bbbb' });
  expect(useVersion.getState().isNewReady).toBe(true);
});

it('startWorker ignores messages after the page was left', async () => {
  const container = offerWorkers(async () => ({}));
  await startWorker(page.signal);
  page.abort();
  tell(container, { build: 'bbbb' });
  expect(useVersion.getState().isNewReady).toBe(false);
});

it('startWorker looks for a new build each hour, and survives a failed look', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const update = vi.fn<() => Promise<unknown>>().mockRejectedValue(new Error('no network'));
  offerWorkers(async () => ({ update }));
  await startWorker(page.signal);
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
  expect(update).toHaveBeenCalledTimes(2);
  page.abort();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(update).toHaveBeenCalledTimes(2);
});

it('startWorker looks for a new build when the server is back, because it may have been updated', async () => {
  const update = vi.fn<() => Promise<unknown>>(async () => undefined);
  offerWorkers(async () => ({ update }));
  await startWorker(page.signal);
  useOnline.setState({ heardAt: Date.now() });
  setPhase('reconnecting');
  setPhase('recovering');
  expect(update).not.toHaveBeenCalled();
  setPhase('live');
  expect(update).toHaveBeenCalledOnce();
});

it('startWorker follows nothing if the page was left while the worker was registered', async () => {
  const registered = Promise.withResolvers<unknown>();
  const container = offerWorkers(() => registered.promise);
  const started = startWorker(page.signal);
  page.abort();
  registered.resolve({});
  expect(await started).toBe(true);
  tell(container, { build: 'bbbb' });
  expect(useVersion.getState().isNewReady).toBe(false);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { setLive, setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { RECOVERY_DELAY_MS } from './online-state.ts';
import { driveOnlineState, noteHeard, useOnline, useCanWrite } from './online-store.ts';

let isHidden = false;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  isHidden = false;
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isHidden ? 'hidden' : 'visible'));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const phase = () => useOnline.getState().online.phase;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function hide(hidden: boolean): void {
  isHidden = hidden;
  document.dispatchEvent(new Event('visibilitychange'));
}

function drive({ lastKnownAt = null }: { readonly lastKnownAt?: number | null } = {}) {
  const recover = vi.fn<() => Promise<void>>(async () => undefined);
  const distrustHub = vi.fn<() => void>();
  const onChange = vi.fn<() => void>();
  const driver = driveOnlineState({ onChange, recover, lastKnownAt, distrustHub });
  return { driver, recover, distrustHub, onChange };
}

/** The console is live: the hub is up and the data loaded. */
async function driveLive() {
  const driven = drive();
  driven.driver.send({ type: 'hub-up' });
  await pass(0);
  expect(phase()).toBe('live');
  driven.recover.mockClear();
  return driven;
}

it('driveOnlineState reloads everything as soon as the hub is up, and is live then', async () => {
  const { driver, recover } = drive();
  expect(phase()).toBe('starting');
  driver.send({ type: 'hub-up' });
  expect(phase()).toBe('recovering');
  await pass(0);
  expect([phase(), recover.mock.calls.length]).toEqual(['live', 1]);
  driver.stop();
});

it('driveOnlineState closes the hub when the browser loses its network, and reloads a while after it is back', async () => {
  const { driver, recover, distrustHub } = await driveLive();
  window.dispatchEvent(new Event('offline'));
  expect(phase()).toBe('offline');
  expect(distrustHub).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event('online'));
  await pass(RECOVERY_DELAY_MS - 1);
  expect([phase(), recover.mock.calls.length]).toEqual(['waiting', 0]);
  await pass(1);
  expect([phase(), recover.mock.calls.length]).toEqual(['live', 1]);
  driver.stop();
});

it('driveOnlineState starts its wait again if the network goes once more', async () => {
  const { driver, recover } = await driveLive();
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  await pass(RECOVERY_DELAY_MS - 1);
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  await pass(RECOVERY_DELAY_MS - 1);
  expect(recover).not.toHaveBeenCalled();
  await pass(1);
  expect(recover).toHaveBeenCalledOnce();
  driver.stop();
});

it('driveOnlineState reloads when a hidden page is shown again, without closing the hub', async () => {
  const { driver, recover, distrustHub } = await driveLive();
  hide(true);
  expect(phase()).toBe('offline');
  hide(false);
  await pass(RECOVERY_DELAY_MS);
  expect([phase(), recover.mock.calls.length]).toEqual(['live', 1]);
  expect(distrustHub).not.toHaveBeenCalled();
  driver.stop();
});

it('driveOnlineState distrusts the hub of a page that the browser had frozen', async () => {
  const { driver, distrustHub } = await driveLive();
  document.dispatchEvent(new Event('freeze'));
  expect([phase(), distrustHub.mock.calls.length]).toEqual(['offline', 0]);
  document.dispatchEvent(new Event('resume'));
  expect([phase(), distrustHub.mock.calls.length]).toEqual(['waiting', 1]);
  driver.stop();
});

it('driveOnlineState tries a failed reload again after a while', async () => {
  const { driver, recover } = drive();
  recover.mockRejectedValueOnce(new Error('No answer'));
  driver.send({ type: 'hub-up' });
  await pass(0);
  expect(phase()).toBe('waiting');
  await pass(RECOVERY_DELAY_MS);
  expect([phase(), recover.mock.calls.length]).toEqual(['live', 2]);
  driver.stop();
});

it('driveOnlineState that opens with the last known state waits for the hub', async () => {
  const lastKnownAt = Date.now() - 60_000;
  const { driver, recover } = drive({ lastKnownAt });
  expect(useOnline.getState()).toMatchObject({ heardAt: lastKnownAt, online: { phase: 'offline', lastKnownAt } });
  driver.send({ type: 'hub-up' });
  await pass(RECOVERY_DELAY_MS);
  expect(recover).toHaveBeenCalledOnce();
  expect(useOnline.getState().online).toMatchObject({ phase: 'live', lastKnownAt: null });
  driver.stop();
});

it('driveOnlineState changes nothing after its stop', async () => {
  const { driver, recover, distrustHub, onChange } = await driveLive();
  hide(true);
  hide(false);
  onChange.mockClear();
  driver.stop();
  await pass(RECOVERY_DELAY_MS);
  window.dispatchEvent(new Event('offline'));
  driver.send({ type: 'hub-down' });
  expect([phase(), recover.mock.calls.length, distrustHub.mock.calls.length]).toEqual(['waiting', 0, 0]);
  expect(onChange).not.toHaveBeenCalled();
});

function Save() {
  const { canWrite, blockedBecause } = useCanWrite();
  return (
    <button type="button" disabled={!canWrite} title={blockedBecause}>
      Save
    </button>
  );
}

it('useCanWrite names the reason why nothing can be saved, while there is one', async () => {
  vi.useRealTimers();
  render(<Save />);
  const save = page.getByRole('button', { name: 'Save' });
  await expect.element(save).toBeEnabled();
  await expect.element(save).not.toHaveAttribute('title');
  setOffline();
  await expect.element(save).toBeDisabled();
  await expect.element(save).toHaveAttribute('title', expect.stringContaining('You are offline.'));
  setLive();
  await expect.element(save).toBeEnabled();
});

it('a fleet that sends thousands of messages a second changes the age of the data four times a second', () => {
  const clock = vi.spyOn(Date, 'now');
  useOnline.setState({ heardAt: null });
  const changed = vi.fn<() => void>();
  const stop = useOnline.subscribe(changed);
  for (let ms = 0; ms < 1000; ms++) {
    clock.mockReturnValue(5000 + ms);
    noteHeard();
  }
  expect(changed).toHaveBeenCalledTimes(4);
  expect(useOnline.getState().heardAt).toBe(5750);
  clock.mockReturnValue(1000);
  noteHeard();
  expect(useOnline.getState().heardAt).toBe(1000);
  stop();
});

import { describe, expect, it } from 'vitest';
import type { MethodAnswer } from './hub-event.ts';
import { StreamListeners } from './stream-listeners.ts';

const UID = 100_234;
const OTHER = 100_235;

function frameText(
  uid: number,
  seq: number,
  geodata: readonly number[] = Array.from({ length: 960 }, () => 0),
): string {
  const emdata = Array.from({ length: 16 }, () => Array.from({ length: 53 }, () => 0));
  return JSON.stringify({
    uid,
    seq,
    t: 1_782_522_123_000 + 960 * seq,
    fs: 16.66667,
    fg: 1000,
    cnt: [0, 0, 0, 0, 0, 0],
    geodata,
    emdata,
  });
}

function openListeners(answer: MethodAnswer = { ok: true }) {
  const calls: string[] = [];
  const logged: string[] = [];
  const listeners = new StreamListeners({
    call: async (name, uid) => {
      calls.push(`${name} ${uid}`);
      return answer;
    },
    log: (failure) => logged.push(String(failure)),
  });
  const heard: string[] = [];
  const listen = (name: string, uid = UID) => listeners.listen(uid, ({ seq }) => heard.push(`${name} ${seq}`));
  return { listeners, calls, logged, heard, listen };
}

describe('the stream of a device', () => {
  it('[S-090] a stream is subscribed at the hub once, however many listeners it has', () => {
    const { calls, listen } = openListeners();
    listen('plots');
    listen('plots again');
    expect(calls).toEqual(['ListenToAgm 100234']);
    listen('neighbour', OTHER);
    expect(calls).toEqual(['ListenToAgm 100234', 'ListenToAgm 100235']);
  });

  it('[S-091] a stream is unsubscribed when the last listener stops, even if one stops twice', () => {
    const { calls, listen } = openListeners();
    const stops = [listen('a'), listen('b')];
    void stops[0]?.();
    void stops[0]?.();
    expect(calls).toEqual(['ListenToAgm 100234']);
    void stops[1]?.();
    void stops[1]?.();
    expect(calls).toEqual(['ListenToAgm 100234', 'ShutupToAgm 100234']);
    listen('a');
    expect(calls.at(-1)).toBe('ListenToAgm 100234');
  });

  it('stopping resolves once the hub has answered, so that later calls find no subscriber', async () => {
    let acknowledge: (answer: MethodAnswer) => void = () => undefined;
    const listeners = new StreamListeners({
      call: (name) =>
        name === 'ListenToAgm' ? Promise.resolve({ ok: true }) : new Promise((resolve) => (acknowledge = resolve)),
      log: () => undefined,
    });
    const order: string[] = [];
    const stopped = listeners
      .listen(UID, () => undefined)()
      .then(() => order.push('stopped'));
    await Promise.resolve();
    order.push('acknowledged');
    acknowledge({ ok: true });
    await stopped;
    expect(order).toEqual(['acknowledged', 'stopped']);
  });

  it('streams that still have listeners are subscribed again after a reconnection', () => {
    const { listeners, calls, listen } = openListeners();
    listen('a');
    void listen('b', OTHER)();
    calls.length = 0;
    listeners.renew();
    expect(calls).toEqual(['ListenToAgm 100234']);
  });

  it('[S-094] a failed subscription or unsubscription is only logged', async () => {
    const { logged, listen } = openListeners({ error: 'forbidden' });
    await listen('a')();
    expect(logged).toEqual(['Error: ListenToAgm 100234: forbidden', 'Error: ShutupToAgm 100234: forbidden']);
  });
});

describe('a frame', () => {
  it('a frame reaches all listeners of its device, and no others', () => {
    const { listeners, heard, listen } = openListeners();
    listen('a');
    const stop = listen('b');
    listen('neighbour', OTHER);
    listeners.deliver(frameText(UID, 1));
    void stop();
    listeners.deliver(frameText(UID, 2));
    listeners.deliver(frameText(7, 3));
    expect(heard).toEqual(['a 1', 'b 1', 'a 2']);
  });

  it('[S-093] a frame without geodata is ignored, and does not count as a fault', () => {
    const { listeners, heard, logged, listen } = openListeners();
    listen('a');
    listeners.deliver(frameText(UID, 1, []));
    expect([heard, logged, listeners.faultCount]).toEqual([[], [], 0]);
  });

  it('an invalid frame is counted and ignored; only the first is logged', () => {
    const { listeners, heard, logged, listen } = openListeners();
    listen('a');
    for (const text of ['{"uid":100234,', '{"uid":100234,"seq":1}', frameText(UID, 1, [1, 2])]) listeners.deliver(text);
    listeners.deliver(frameText(UID, 2));
    expect([heard, logged, listeners.faultCount]).toEqual([['a 2'], ['Error: ReceiveStream: not-json'], 3]);
  });
});

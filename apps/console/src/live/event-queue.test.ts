import { describe, expect, it } from 'vitest';
import { EventQueue } from './event-queue.ts';

const user = (name: string) => ({
  id: 7,
  name,
  email: 'd@example.com',
  role: 'admin',
  phone: '',
  a2PMessagingOptInState: false,
});

function openQueue() {
  const frames: (() => void)[] = [];
  const queue = new EventQueue((run) => frames.push(run));
  const seen: string[] = [];
  const heard: string[] = [];
  const stop = queue.listen('ReceiveUserUpdate', ({ name }) => seen.push(name));
  queue.listenForAlerts('ReceiveUserUpdate', ({ name }) => heard.push(name));
  const deliver = (...names: string[]) => {
    for (const name of names) queue.deliver('ReceiveUserUpdate', user(name));
  };
  const paint = () => {
    for (const run of frames.splice(0)) run();
  };
  return { queue, frames, seen, heard, stop, deliver, paint };
}

describe('hub events', () => {
  it('are handed on once per frame, in their order, however many arrive', () => {
    const { queue, frames, seen, deliver, paint } = openQueue();
    queue.setGate('open');
    deliver('a', 'b', 'c');
    expect([frames.length, seen]).toEqual([1, []]);
    paint();
    expect(seen).toEqual(['a', 'b', 'c']);
    deliver('d');
    paint();
    expect(seen).toEqual(['a', 'b', 'c', 'd']);
  });

  it('that come during a reload are handed on after it', () => {
    const { queue, seen, deliver, paint } = openQueue();
    queue.setGate('hold');
    deliver('a');
    paint();
    expect(seen).toEqual([]);
    queue.setGate('open');
    paint();
    expect(seen).toEqual(['a']);
  });

  it('[V-014] that come while offline are dropped, not queued', () => {
    const { queue, seen, heard, deliver, paint } = openQueue();
    deliver('a');
    queue.setGate('open');
    paint();
    expect([seen, heard]).toEqual([[], []]);
  });

  it('that wait for a frame are dropped when the console goes offline before it', () => {
    const { queue, seen, deliver, paint } = openQueue();
    queue.setGate('open');
    deliver('a');
    queue.setGate('closed');
    paint();
    queue.setGate('open');
    paint();
    expect(seen).toEqual([]);
  });

  it('sound alarms, and no more, while the page is hidden', () => {
    const { queue, seen, heard, deliver, paint } = openQueue();
    queue.setGate('alerts-only');
    deliver('a');
    queue.setGate('open');
    paint();
    expect([seen, heard]).toEqual([[], ['a']]);
  });

  it('of one frame come together to who listens in batches, in their order and without those of others', () => {
    const { queue, deliver, paint } = openQueue();
    const batches: string[][] = [];
    const stop = queue.listenInBatches(['ReceiveUserUpdate', 'ReceiveDownloadMode'], (events) => {
      batches.push(
        events.map((event) => (event.name === 'ReceiveUserUpdate' ? event.data.name : String(event.data.uid))),
      );
    });
    queue.setGate('open');
    deliver('a');
    queue.deliver('ReceiveDownloadMode', { uid: 7, isAutoDownload: true });
    queue.deliver('ReceiveSessionEnd', { reason: 'expired' });
    deliver('b');
    paint();
    queue.deliver('ReceiveSessionEnd', { reason: 'expired' });
    paint();
    expect(batches).toEqual([['a', '7', 'b']]);
    stop();
    deliver('c');
    paint();
    expect(batches).toHaveLength(1);
  });

  it('reach nobody who stopped listening, and nobody who listens for others', () => {
    const { queue, seen, stop, deliver, paint } = openQueue();
    queue.setGate('open');
    queue.deliver('ReceiveSessionEnd', { reason: 'expired' });
    deliver('a');
    stop();
    paint();
    expect(seen).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { EventQueue } from './event-queue.ts';

const user = (name: string) => ({
  id: 7,
  name,
  email: 'd@example.com',
  role: 'admin',
  phone: '',
  a2PMessagingOptInState: false,
  units: null,
  companyUnits: 'us',
  language: null,
  companyLanguage: 'en',
  times: 'utc',
  timeZone: null,
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
  it('events are delivered once per frame, in order, however many arrive', () => {
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

  it('events during a reload are delivered after it', () => {
    const { queue, seen, deliver, paint } = openQueue();
    queue.setGate('hold');
    deliver('a');
    paint();
    expect(seen).toEqual([]);
    queue.setGate('open');
    paint();
    expect(seen).toEqual(['a']);
  });

  it('[V-014] events while offline are dropped, not queued', () => {
    const { queue, seen, heard, deliver, paint } = openQueue();
    deliver('a');
    queue.setGate('open');
    paint();
    expect([seen, heard]).toEqual([[], []]);
  });

  it('events that wait for a frame are dropped if the console goes offline before it', () => {
    const { queue, seen, deliver, paint } = openQueue();
    queue.setGate('open');
    deliver('a');
    queue.setGate('closed');
    paint();
    queue.setGate('open');
    paint();
    expect(seen).toEqual([]);
  });

  it('a hidden page delivers alarms and no other events', () => {
    const { queue, seen, heard, deliver, paint } = openQueue();
    queue.setGate('alerts-only');
    deliver('a');
    queue.setGate('open');
    paint();
    expect([seen, heard]).toEqual([[], ['a']]);
  });

  it('events of one frame are delivered in one batch per listener, in order and filtered by name', () => {
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

  it('events reach no listener that has unsubscribed, and none of another name', () => {
    const { queue, seen, stop, deliver, paint } = openQueue();
    queue.setGate('open');
    queue.deliver('ReceiveSessionEnd', { reason: 'expired' });
    deliver('a');
    stop();
    paint();
    expect(seen).toEqual([]);
  });
});

import { exampleDevice } from '@waymark/contract/devices/device';
import { describe, expect, it } from 'vitest';
import type { Device } from '../store/device.ts';
import { readDevice } from '../store/device.wire.ts';
import { SignBoard } from '#/map/signs/sign-board.ts';
import { DeviceFeed } from './device-feed.ts';

const known: Device = { ...readDevice(exampleDevice), uid: 7, isConnected: true };
const none: ReadonlySet<number> = new Set();

function startFeed() {
  let now = 0;
  let seenDegrees = 0.01;
  let alarms: Array<{ at: number; run: () => void }> = [];
  const devices = new Map([[7, known]]);
  const told: string[] = [];
  const board = new SignBoard();
  board.setZoom(12);
  const feed = new DeviceFeed(
    { get: (uid) => devices.get(uid), isAlarmed: () => false, now: () => now },
    {
      update: ({ add = [], update = [], remove = [] }) =>
        told.push(`${now}: +${add.length} ~${update.length} -${remove.length}`),
      setFlashing: (uid, isFlashing) => told.push(`${now}: ${uid} ${isFlashing ? 'on' : 'off'}`),
      canSee: (from, to) => Math.abs(to.lat - from.lat) >= seenDegrees,
    },
    board,
    {
      now: () => now,
      after: (ms, run) => {
        const alarm = { at: now + ms, run };
        alarms.push(alarm);
        return () => {
          alarms = alarms.filter((other) => other !== alarm);
        };
      },
      nextFrame: () => undefined,
    },
  );
  const waitUntil = (at: number) => {
    for (;;) {
      const [next] = alarms.filter((alarm) => alarm.at <= at).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      alarms = alarms.filter((other) => other !== next);
      now = next.at;
      next.run();
    }
    now = at;
  };
  const change = (parts: Partial<Device>) => {
    devices.set(7, { ...known, ...parts });
    feed.take({ changed: new Set([7]), heartbeats: none });
  };
  const zoomIn = () => {
    seenDegrees = 0.0001;
    feed.lookCloser();
  };
  const join = (uid: number, parts: Partial<Device>) => {
    devices.set(uid, { ...known, uid, ...parts });
    feed.take({ changed: new Set([uid]), heartbeats: none });
  };
  return { feed, board, told, waitUntil, change, join, zoomIn };
}

describe('the feed of devices', () => {
  it('writes the first change at once, and further ones ten times a second', () => {
    const { told, waitUntil, change } = startFeed();
    change({});
    waitUntil(10);
    change({ isConnected: false });
    change({ isConnected: false, isIridium: true });
    waitUntil(1000);
    expect(told).toEqual(['0: +1 ~0 -0', '100: +0 ~1 -0']);
  });

  it('delays changes of position alone by a second', () => {
    const { told, waitUntil, change } = startFeed();
    change({});
    waitUntil(10);
    change({ lat: 36.2 });
    waitUntil(999);
    expect(told).toHaveLength(1);
    waitUntil(1000);
    expect(told).toEqual(['0: +1 ~0 -0', '1000: +0 ~1 -0']);
  });

  it('writes a skipped small movement when the map is zoomed in', () => {
    const { feed, told, waitUntil, change, zoomIn } = startFeed();
    change({ lat: 36.2 });
    waitUntil(10);
    change({ lat: 36.2004 });
    feed.take({ changed: none, heartbeats: new Set([7]) });
    waitUntil(5000);
    expect(told).toEqual(['0: +1 ~0 -0', '100: 7 on', '2100: 7 off']);
    zoomIn();
    expect(told.slice(3)).toEqual(['5000: +0 ~1 -0']);
    zoomIn();
    waitUntil(6000);
    expect(told).toHaveLength(4);
  });

  it('writes skipped small movements together with other changes', () => {
    const { told, waitUntil, change } = startFeed();
    change({ lat: 36.2 });
    waitUntil(10);
    change({ lat: 36.2004 });
    change({ lat: 36.2004, isConnected: false });
    waitUntil(5000);
    expect(told).toEqual(['0: +1 ~0 -0', '100: +0 ~1 -0']);
  });

  it('flashes for two seconds', () => {
    const { feed, told, waitUntil } = startFeed();
    feed.take({ changed: none, heartbeats: new Set([7]) });
    waitUntil(5000);
    expect(told).toEqual(['0: 7 on', '2000: 7 off']);
  });

  it('[M-031] [W-283] a heartbeat flashes the cluster of its device', () => {
    const { feed, told, waitUntil, change, join } = startFeed();
    change({});
    join(8, {});
    waitUntil(1000);
    expect(told).toEqual(['0: +1 ~0 -0', '100: +0 ~1 -0']);
    feed.take({ changed: none, heartbeats: new Set([8]) });
    waitUntil(4000);
    expect(told.slice(2)).toEqual(['1000: 7 on', '3000: 7 off']);
  });

  it('[W-283] writes a cluster, and its devices again when the zoom takes it apart', () => {
    const { board, told, waitUntil, change, join } = startFeed();
    change({});
    join(8, { lat: Number(known.lat) + 0.0002 });
    waitUntil(1000);
    board.setZoom(18);
    waitUntil(2000);
    expect(told).toEqual(['0: +1 ~0 -0', '100: +0 ~1 -0', '1000: +1 ~1 -0']);
    board.setZoom(12);
    waitUntil(3000);
    expect(told.slice(3)).toEqual(['2000: +0 ~1 -1']);
  });

  it('writes nothing after stop', () => {
    const { feed, told, waitUntil, change } = startFeed();
    feed.take({ changed: none, heartbeats: new Set([7]) });
    change({});
    feed.stop();
    waitUntil(5000);
    expect(told).toEqual(['0: 7 on']);
  });
});

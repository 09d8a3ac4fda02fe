import { describe, expect, it } from 'vitest';
import { buildHeartbeat, buildOnlineStatus } from '../device/reports.ts';
import type { DeviceInput } from '../device/step.ts';
import { buildOffDevice, buildOnlineDevice, NOON, PROFILE } from '../testing/device-profiles.ts';
import { RecordingLink } from '../testing/recording-link.ts';
import { HistoryLink } from './history-link.ts';

const online = buildOnlineDevice();
const asleep = buildOffDevice();
const heartbeat = { name: 'hb', body: buildHeartbeat(online, NOON) } as const;
const greeting = buildOnlineStatus(PROFILE, NOON);
const goodnight = { name: 'status', body: { online: 0, why: 'sleep', via: 'cell', until: NOON + 1, t: NOON } } as const;
const shutdown = { name: 'status', body: { online: 0, why: 'shutdown', via: 'cell', t: NOON } } as const;

function create() {
  const heard: DeviceInput[] = [];
  const links: RecordingLink[] = [];
  const build = (deliver: (input: DeviceInput) => void) => {
    const link = new RecordingLink(deliver);
    links.push(link);
    return link;
  };
  const link = new HistoryLink(build, (input) => void heard.push(input));
  return { heard, link, inner: links[0] as RecordingLink };
}

describe('HistoryLink', () => {
  it('stays connected while the device comes and goes, and does not report that', async () => {
    const { heard, link, inner } = create();
    await link.prepare();
    link.open();
    await link.send(greeting, online);
    await link.send(heartbeat, online);
    await link.send(goodnight, asleep);
    await link.close();
    link.open();
    expect(inner.events).toEqual(['open']);
    expect(inner.sent).toEqual([heartbeat]);
    expect(heard).toEqual([{ kind: 'connected' }, { kind: 'connected' }]);
  });

  it('[W-169] sends no garbage before it enters the present', async () => {
    const { link, inner } = create();
    await link.prepare();
    await link.sendGarbage(new Uint8Array(3));
    expect(inner.events).not.toContain('garbage');
    await link.enterPresent(online, []);
    await link.sendGarbage(new Uint8Array(3));
    expect(inner.events).toContain('garbage');
  });

  it('reports that a device was shut down', async () => {
    const { link, inner } = create();
    await link.prepare();
    await link.send(shutdown, asleep);
    expect(inner.sent).toEqual([shutdown]);
  });

  it('becomes the link of a device that is online now', async () => {
    const { heard, link, inner } = create();
    await link.prepare();
    await link.enterPresent(online, [greeting]);
    expect(inner.sent).toEqual([greeting]);
    link.cut();
    expect(inner.events).toEqual(['open', 'cut']);
    expect(heard).toEqual([{ kind: 'lost' }]);
  });

  it('closes for a device that sleeps now', async () => {
    const { link, inner } = create();
    await link.prepare();
    await link.enterPresent(asleep, [goodnight]);
    expect(inner.sent).toEqual([goodnight]);
    expect(inner.events).toEqual(['open', 'close']);
  });
});

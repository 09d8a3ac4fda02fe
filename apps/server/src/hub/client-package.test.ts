import type { KeyScope } from '@waymark/contract/key-scopes';
import { connectHub, type HubConnection } from '@waymark/client/hub';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openRunDesk, type RunDesk } from '../features/runs/testing/run-desk.ts';

// The hub of @waymark/client, against this server.

let desk: RunDesk;
let hub: HubConnection;

beforeAll(async () => {
  desk = await openRunDesk(700_101);
});
afterAll(() => desk.server.close());
afterEach(() => hub.close());

async function makeKey(...scopes: readonly KeyScope[]): Promise<{ readonly id: number; readonly key: string }> {
  const body = { name: 'Client', scopes, currentPassword: 'Waymark-demo-1' };
  return (await (await desk.world.call('admin', 'POST', '/key', body)).json()) as { id: number; key: string };
}

/** Connects and records what is heard, in order. */
function listen(key: string | (() => string)): string[] {
  const heard: string[] = [];
  hub = connectHub({ address: desk.server.address, key, retryMs: 50 });
  hub.onConnect(() => heard.push('connected'));
  hub.onDisconnect((why) => heard.push(`disconnected: ${why}`));
  hub.on('ReceivePassage', ({ uid }) => heard.push(`passage of ${uid}`));
  hub.on('ReceivePigRunUpdate', ({ runId, messagegName }) => heard.push(`${messagegName} of ${runId}`));
  return heard;
}

describe('the hub of the client package', () => {
  it('[W-543] a key hears the events that its scopes open', async () => {
    const { key } = await makeKey('devices:read');
    const heard = listen(key);
    await expect.poll(() => heard).toEqual(['connected']);
    const { device } = await desk.launch();
    await desk.hear(device, 2000);
    await expect.poll(() => heard).toContain(`passage of ${device.uid}`);
    expect(heard.filter((line) => line.includes(' of ') && !line.startsWith('passage'))).toEqual([]);
  });

  it('[W-543] positions of the shown runs come, and come again after a new connection', async () => {
    const { key, id } = await makeKey('runs:read');
    const next = await makeKey('runs:read');
    let current = key;
    const { runId } = await desk.launch();
    const heard = listen(() => current);
    await hub.showRuns([runId]);
    await expect.poll(() => heard, { timeout: 10_000 }).toContain(`UpdateLocationV2 of ${runId}`);
    current = next.key;
    await desk.world.call('admin', 'DELETE', `/key/${id}`);
    await expect.poll(() => heard.filter((line) => line === 'connected').length, { timeout: 10_000 }).toBe(2);
    const before = heard.length;
    await expect.poll(() => heard.slice(before), { timeout: 10_000 }).toContain(`UpdateLocationV2 of ${runId}`);
    expect(heard).toContain('disconnected: io server disconnect');
  });

  it('[W-543] what the scopes do not open is refused with a code', async () => {
    const { key } = await makeKey('devices:read');
    const heard = listen(key);
    await expect.poll(() => heard).toEqual(['connected']);
    await expect(hub.showRuns([1])).rejects.toMatchObject({ code: 'key-scope-missing' });
  });

  it('a refused key is told, and tried again until it is right', async () => {
    const { key } = await makeKey('devices:read');
    let current = 'wmk_unknown';
    const heard = listen(() => current);
    await expect.poll(() => heard.at(-1)).toBe('disconnected: unauthenticated');
    current = key;
    await expect.poll(() => heard.at(-1)).toBe('connected');
  });

  it('a hub that is closed before it is connected stays closed, and says nothing', async () => {
    const { key } = await makeKey('devices:read');
    const heard = listen(key);
    hub.close();
    const next = listen(key);
    await expect.poll(() => next).toEqual(['connected']);
    expect(heard).toEqual([]);
  });
});

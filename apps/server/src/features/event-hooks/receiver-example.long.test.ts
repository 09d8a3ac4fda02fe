import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { findFreePort } from '../../testing/server-process.ts';
import { openHookWorld, sentHook } from './testing/hook-world.ts';

// Runs the receiver of docs/examples as a stranger would.

const EXAMPLE = path.resolve(import.meta.dirname, '../../../../../docs/examples/webhook-receiver.mjs');

test('[W-395] the receiver of docs/examples takes a test once and refuses what is not signed', async () => {
  const world = await openHookWorld();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}/waymark`;
  const made = (await (await world.call('POST', '', sentHook(url))).json()) as { id: number; secret: string };
  const child = spawn(process.execPath, [EXAMPLE, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, WEBHOOK_SECRET: made.secret },
  });
  try {
    const lines: string[] = [];
    createInterface(child.stdout).on('line', (line) => lines.push(line));
    await expect.poll(() => lines, { timeout: 10_000 }).toEqual(['listening']);
    const forged = await fetch(url, { method: 'POST', body: '{}', headers: { 'webhook-signature': 'v1,AAAA' } });
    expect(forged.status).toBe(401);
    await world.call('POST', `/${made.id}/test`);
    await expect
      .poll(async () => (await world.listDeliveries(made.id))[0]?.status, { timeout: 10_000 })
      .toBe('delivered');
    const [delivery] = await world.listDeliveries(made.id);
    await world.call('POST', `/${made.id}/deliveries/${delivery?.id}/replay`);
    await expect
      .poll(async () => (await world.readDelivery(made.id, delivery?.id ?? 0)).log.length, { timeout: 10_000 })
      .toBe(2);
    expect(lines.slice(1)).toEqual([expect.stringMatching(`^waymark.test webhooks/${made.id} .*"sentBy"`)]);
  } finally {
    child.kill();
    await world.close();
  }
});

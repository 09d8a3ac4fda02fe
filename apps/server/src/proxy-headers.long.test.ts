import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { Haproxy } from './testing/cluster/haproxy.ts';

const FORGED = {
  forwarded: 'for=192.0.2.66;host=evil.example;proto=https',
  'x-forwarded-for': '192.0.2.66',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-port': '443',
  'x-forwarded-server': 'evil.example',
  'x-real-ip': '192.0.2.66',
};

test('[W-072] HAProxy replaces forged forwarding headers before a node sees them', async () => {
  const seen: IncomingHttpHeaders[] = [];
  const node = createServer((request, response) => {
    if (!['/readyz', '/healthz'].includes(request.url ?? '')) seen.push(request.headers);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(node, 'listening');
  const { port } = node.address() as AddressInfo;
  const proxy = await Haproxy.start({ people: [port, port] });
  try {
    await expect.poll(() => proxy.listUp(), { timeout: 30_000 }).toContain('a');
    await fetch(`${proxy.url}/api/user`, { headers: FORGED });
    const names = Object.keys(seen[0] ?? {}).filter((name) => /forwarded|real-ip/.test(name));
    expect(Object.fromEntries(names.map((name) => [name, seen[0]?.[name]]))).toEqual({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': `127.0.0.1:${proxy.port}`,
      'x-forwarded-proto': 'http',
    });
  } finally {
    await proxy.stop();
    node.close();
  }
});

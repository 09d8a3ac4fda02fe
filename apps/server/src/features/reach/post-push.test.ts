import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { ALL_HOSTS, AllowedHosts } from '../../platform/outbound/allowed-hosts.ts';
import { TargetRefused } from '../../platform/outbound/find-target.ts';
import { createPostPush } from './post-push.ts';

const NO_HOSTS = new AllowedHosts([]);
const post = (endpoint: string, allowed = NO_HOSTS) =>
  createPostPush(allowed)({ endpoint, headers: {}, body: Buffer.from('x') }, AbortSignal.timeout(5000));

test.each([
  'http://push.example.com/send',
  'https://127.0.0.1/send',
  'https://[::1]/send',
  'https://[::ffff:10.0.0.1]/send',
  'https://2130706433/send',
  'https://localhost/send',
  'https://user@push.example.com/send',
])('[W-361] the server does not take %s as the address of a push service', async (endpoint) => {
  await expect(post(endpoint)).rejects.toThrow(TargetRefused);
});

test('[W-361] a name that leads into the own network is refused when it is looked up', async () => {
  const postResolved = createPostPush(NO_HOSTS, async () => ['93.184.216.34', '10.0.0.5']);
  const request = { endpoint: 'https://push.example.com/send', headers: {}, body: Buffer.from('x') };
  await expect(postResolved(request, AbortSignal.timeout(5000))).rejects.toThrow(TargetRefused);
});

test('[W-361] a setting allows a push service of the own network, whose redirects are not followed', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(302, { location: '/elsewhere' }).end('moved');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    expect(await post(`http://127.0.0.1:${port}/send`, ALL_HOSTS)).toEqual({ status: 302, reason: 'moved' });
    expect(asked).toEqual(['/send']);
  } finally {
    server.close();
  }
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { checkPushAddress, createPostPush, PushAddressRefused } from './push-request.ts';

const post = (endpoint: string, isPrivateAllowed: boolean) =>
  createPostPush(isPrivateAllowed)({ endpoint, headers: {}, body: Buffer.from('x') }, AbortSignal.timeout(5000));

test.each([
  'http://push.example.com/send',
  'https://127.0.0.1/send',
  'https://[::1]/send',
  'https://[::ffff:10.0.0.1]/send',
  'https://2130706433/send',
  'https://localhost/send',
  'https://user@push.example.com/send',
])('[W-361] the server does not take %s as the address of a push service', async (endpoint) => {
  expect(() => checkPushAddress(endpoint, false)).toThrow(PushAddressRefused);
  await expect(post(endpoint, false)).rejects.toThrow(PushAddressRefused);
});

test('[W-361] a name that leads into the own network is refused when it is looked up', async () => {
  // The resolver answers names below localhost with the loopback address.
  const failure = await post('https://push.localhost/send', false).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure instanceof PushAddressRefused || /ENOTFOUND|EAI_AGAIN/.test(String(failure))).toBe(true);
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
    expect(await post(`http://127.0.0.1:${port}/send`, true)).toEqual({ status: 302, reason: 'moved' });
    expect(asked).toEqual(['/send']);
  } finally {
    server.close();
  }
});

import fastify from 'fastify';
import { expect, test } from 'vitest';
import { createAddressReader } from './address-key.ts';

test.each<[string | false, string | undefined]>([
  [false, '192.0.2.1'],
  ['loopback', undefined],
  ['loopback', '192.0.2.1'],
  ['loopback', '198.51.100.9, 192.0.2.1'],
  ['loopback, 192.0.2.0/24', '198.51.100.9, 192.0.2.1'],
  ['10.0.0.0/8', '192.0.2.1'],
  ['loopback', 'no address'],
])(
  '[W-006] createAddressReader returns the same address as fastify, behind proxies %s with the header %s',
  async (trustProxy, forwarded) => {
    const seen: unknown[] = [];
    const readAddress = createAddressReader(trustProxy);
    const app = fastify({ trustProxy });
    app.get('/', (request) => {
      seen.push(request.ip, readAddress(request.raw));
      return 'ok';
    });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    await fetch(address, { headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } });
    await app.close();
    expect(seen).toHaveLength(2);
    expect(seen[1]).toBe(seen[0]);
  },
);

import { expect, test } from 'vitest';
import { createAllowList, plainAddress } from './source-allow-list.ts';

test.each([
  [[], ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'], ['10.0.0.1', '::2', '', 'localhost']],
  [['12.47.179.11'], ['12.47.179.11', '::ffff:12.47.179.11'], ['12.47.179.12', '127.0.0.1', '::1']],
  [
    ['10.1.0.0/16', '192.0.2.7'],
    ['10.1.255.255', '192.0.2.7'],
    ['10.2.0.0', '192.0.2.8'],
  ],
  [
    ['2001:db8::/32', '::1'],
    ['2001:db8:1::5', '::1'],
    ['2001:db9::1', '127.0.0.1'],
  ],
  [['0.0.0.0/0'], ['8.8.8.8', '::ffff:8.8.8.8'], ['2001:db8::1']],
] as const)('the allow list %j accepts %j, not %j', (entries, inside, outside) => {
  const isAllowed = createAllowList(entries);
  expect(inside.filter((address) => !isAllowed(address))).toEqual([]);
  expect(outside.filter((address) => isAllowed(address))).toEqual([]);
});

test.each(['gateway.example.com', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '2001:db8::/129', ''])(
  'createAllowList refuses %j',
  (entry) => expect(() => createAllowList([entry])).toThrow('no address or range'),
);

test('plainAddress shows an IPv4 address that is mapped into IPv6 as IPv4', () => {
  expect(['::ffff:10.0.0.1', '10.0.0.1', '2001:db8::1'].map(plainAddress)).toEqual([
    '10.0.0.1',
    '10.0.0.1',
    '2001:db8::1',
  ]);
});

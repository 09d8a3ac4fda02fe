import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressKey } from './address-key.ts';

const group = fc.integer({ min: 0, max: 0xff_ff });
const anyGroups = (length: number) => fc.array(group, { minLength: length, maxLength: length });
const write = (groups: readonly number[]) => groups.map((each) => each.toString(16)).join(':');
/** A URL writes an IPv6 address in its shortest form. */
const shorten = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1);
const anyNetwork = anyGroups(4).filter((groups) => groups.some((each) => each !== 0));

test('[W-032] addressKey gives all addresses of an IPv6 /64 one key, in any notation', () => {
  fc.assert(
    fc.property(anyNetwork, anyGroups(4), anyGroups(4), (network, one, other) => {
      const key = addressKey(write([...network, ...one]));
      expect(key).toBe(`${write(network)}::/64`);
      for (const address of [
        write([...network, ...other]),
        shorten(write([...network, ...one])),
        write([...network, ...one]).toUpperCase(),
      ]) {
        expect(addressKey(address)).toBe(key);
      }
    }),
  );
});

test('[W-032] addressKey gives two IPv6 networks two keys', () => {
  fc.assert(
    fc.property(anyNetwork, anyNetwork, anyGroups(4), (one, other, host) => {
      const keys = [one, other].map((network) => addressKey(write([...network, ...host])));
      expect(keys[0] === keys[1]).toBe(write(one) === write(other));
    }),
  );
});

test('[W-032] addressKey returns an IPv4 address itself, also when it is mapped into IPv6', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
      const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
      for (const form of [
        address,
        `::ffff:${address}`,
        `::FFFF:${address}`,
        `0:0:0:0:0:ffff:${address}`,
        `::ffff:${hex}`,
      ]) {
        expect(addressKey(form)).toBe(address);
      }
    }),
  );
});

test.each([
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['', ''],
  ['no:address', 'no:address'],
])('addressKey(%j) is %j', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

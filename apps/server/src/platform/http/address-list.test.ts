import { keyAddress } from '@waymark/contract/routes/keys';
import { describe, expect, test } from 'vitest';
import { createAddressCheck } from './address-list.ts';

const isAllowed = (list: readonly string[], address: string) => createAddressCheck(list)?.(address) ?? true;

describe('the address list of an API key', () => {
  test.each([
    [['192.0.2.7'], '192.0.2.7', true],
    [['192.0.2.7'], '192.0.2.8', false],
    [['192.0.2.0/24'], '192.0.2.255', true],
    [['192.0.2.0/24'], '192.0.3.0', false],
    [['192.0.2.0/24'], '::ffff:192.0.2.9', true],
    [['::ffff:192.0.2.0/120'], '192.0.2.9', true],
    [['2001:db8::/32'], '2001:db8:1::5', true],
    [['2001:db8::/32'], '2001:db9::5', false],
    [['2001:db8::/32'], '192.0.2.7', false],
    [['fe80::1'], 'fe80::1%eth0', true],
    [['0.0.0.0/0'], '203.0.113.9', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [[], '203.0.113.9', true],
    [['192.0.2.7'], '', false],
    [['192.0.2.7'], 'unknown', false],
  ])('[W-402] the list %j and the address %s give %s', (list, address, allowed) => {
    expect(isAllowed(list, address)).toBe(allowed);
  });

  test.each(['192.0.2', '192.0.2.0/33', '2001:db8::/129', '192.0.2.0/', '/24', 'host', '10.0.0.1 ', '010.0.0.1', ''])(
    '[W-402] keyAddress refuses "%s"',
    (text) => {
      expect(keyAddress.safeParse(text).success).toBe(false);
    },
  );

  test.each(['192.0.2.7', '192.0.2.0/24', '0.0.0.0/0', '::1', '2001:db8::/32', '::ffff:192.0.2.1'])(
    '[W-402] an accepted entry builds a check: %s',
    (text) => {
      expect(keyAddress.safeParse(text).success).toBe(true);
      expect(createAddressCheck([text])).toBeTypeOf('function');
    },
  );
});

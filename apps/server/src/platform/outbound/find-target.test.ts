import { describe, expect, test } from 'vitest';
import { AllowedHosts } from './allowed-hosts.ts';
import { findAddressFault, findTarget, isPublicAddress } from './find-target.ts';

const none = new AllowedHosts([]);

describe('isPublicAddress', () => {
  test.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:2800:220:1::1', '2a00:1450::1'])(
    '[W-391] %s is of the internet',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.2.7',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:93.184.216.34',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'not an address',
    '',
  ])('[W-391] "%s" is not of the internet', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('findAddressFault', () => {
  test.each([
    ['https://127.0.0.1/', 'not-public'],
    ['https://2130706433/', 'not-public'],
    ['https://0x7f000001/', 'not-public'],
    ['https://0x7f.1/', 'not-public'],
    ['https://017700000001/', 'not-public'],
    ['https://127.1/', 'not-public'],
    ['https://[::1]/', 'not-public'],
    ['https://[::ffff:7f00:1]/', 'not-public'],
    ['https://[0:0:0:0:0:ffff:127.0.0.1]/', 'not-public'],
    ['https://[fd00::1]:8443/', 'not-public'],
    ['https://169.254.169.254/latest/meta-data', 'not-public'],
    ['https://localhost/', 'not-public'],
    ['https://LOCALHOST./', 'not-public'],
    ['https://metadata.localhost/', 'not-public'],
    ['https://１２７.0.0.1/', 'not-public'],
    ['http://receiver.example.com/', 'not-https'],
    ['ftp://receiver.example.com/', 'not-https'],
    ['file:///etc/passwd', 'not-https'],
    ['https://user@receiver.example.com/', 'has-credentials'],
    ['https://:word@receiver.example.com/', 'has-credentials'],
    ['receiver.example.com', 'not-an-address'],
    ['https://', 'not-an-address'],
    ['https://receiver.example.com/a?b=c', null],
    ['https://93.184.216.34:8443/', null],
    ['https://[2606:2800:220:1::1]/', null],
  ])('[W-391] the address %s gives %s', (text, fault) => {
    expect(findAddressFault(text, none)).toBe(fault);
  });

  test.each([
    [['127.0.0.0/8'], 'http://127.0.0.1:9/', null],
    [['127.0.0.0/8'], 'http://10.0.0.1/', 'not-public'],
    [['10.0.0.5'], 'https://10.0.0.5/', null],
    [['historian'], 'http://historian:8080/', null],
    [['Historian.plant'], 'http://historian.PLANT/', null],
    [['historian'], 'http://192.168.1.1/', 'not-public'],
    [['fd00::/8'], 'https://[fd00::1]/', null],
  ] as const)('[W-391] the setting %j lets the address %s give %s', (allowed, text, fault) => {
    expect(findAddressFault(text, new AllowedHosts(allowed))).toBe(fault);
  });
});

describe('findTarget', () => {
  const find = (text: string, addresses: readonly string[], allowed: readonly string[] = []) =>
    findTarget(new URL(text), new AllowedHosts(allowed), async () => addresses);

  test('[W-391] a name is reached at its addresses of the internet', async () => {
    expect(await find('https://a.example/', ['93.184.216.34', '2606:2800::1'])).toEqual([
      '93.184.216.34',
      '2606:2800::1',
    ]);
  });

  test.each([[['10.0.0.1']], [['93.184.216.34', '10.0.0.1']], [['::ffff:10.0.0.1']], [['fe80::1']]])(
    '[W-391] a name with the addresses %j is refused',
    async (addresses) => {
      await expect(find('https://a.example/', addresses)).rejects.toThrow(/private network/);
    },
  );

  test('[W-391] http is refused unless every address is allowed', async () => {
    await expect(find('http://a.example/', ['93.184.216.34'], ['10.0.0.0/8'])).rejects.toThrow(/https/);
    expect(await find('http://a.example/', ['10.0.0.1'], ['10.0.0.0/8'])).toEqual(['10.0.0.1']);
    expect(await find('http://a.example/', ['93.184.216.34'], ['a.example'])).toEqual(['93.184.216.34']);
  });

  test('[W-391] a name without an address is a failure', async () => {
    await expect(find('https://a.example/', [])).rejects.toThrow('has no address');
  });
});

import { expect, it } from 'vitest';
import {
  formatMosquittoAccess,
  formatMosquittoConfig,
  formatMosquittoPasswords,
  hashMosquittoPassword,
} from './mosquitto-config.ts';

it('a password is written as PBKDF2 with SHA-512 beside its salt', () => {
  const hash = hashMosquittoPassword('secret', Buffer.from('123456789012'));
  expect(hash).toMatch(/^\$7\$101\$MTIzNDU2Nzg5MDEy\$[A-Za-z0-9+/]{86}==$/);
  expect(formatMosquittoPasswords([{ username: '100234', hash }])).toBe(`100234:${hash}\n`);
});

it('a relay is allowed its devices, a device its own topics, the server all uplinks', () => {
  expect(formatMosquittoAccess({ server: 'waymark', relays: [{ name: 'truck-7', uids: [7, 8] }] }).split('\n')).toEqual(
    [
      '# Devices: the username is the uid.',
      'pattern write agm/v1/%u/up/#',
      'pattern read agm/v1/%u/dn/#',
      '',
      '# The servers.',
      'user waymark',
      'topic read agm/v1/+/up/#',
      'topic write agm/v1/+/dn/#',
      '',
      'user btgw-truck-7',
      'topic write agm/v1/7/up/#',
      'topic read agm/v1/7/dn/#',
      'topic write agm/v1/8/up/#',
      'topic read agm/v1/8/dn/#',
      '',
    ],
  );
});

it.each(['a b', 'a:b', 'a\nuser x', '', 'x'.repeat(60)])('a name that could inject rules is refused: %j', (name) => {
  expect(() => formatMosquittoAccess({ server: name, relays: [] })).toThrow('not a Mosquitto username');
  expect(() => formatMosquittoAccess({ server: 'waymark', relays: [{ name, uids: [] }] })).toThrow(
    'not a Mosquitto username',
  );
  expect(() => formatMosquittoPasswords([{ username: name, hash: '' }])).toThrow('not a Mosquitto username');
});

it('devices and servers use separate ports, and the broker sets client ids only for devices', () => {
  const config = formatMosquittoConfig({
    devices: { host: '0.0.0.0', port: 8883, tls: { keyFile: '/etc/key.pem', certFile: '/etc/cert.pem' } },
    servers: { host: '10.0.0.5', port: 1884 },
    accessFile: '/etc/acl',
    passwordFile: '/etc/passwords',
    dataFolder: '/var/lib/mosquitto',
  });
  expect(config).toContain(
    '\nlistener 8883 0.0.0.0\ncertfile /etc/cert.pem\nkeyfile /etc/key.pem\nuse_username_as_clientid true\n\nlistener 1884 10.0.0.5\n',
  );
  expect(config).toContain('allow_anonymous false');
});

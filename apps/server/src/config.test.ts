import { describe, expect, test } from 'vitest';
import { ConfigError } from './settings.ts';
import { readConfig } from './config.ts';

const read = (environment: Record<string, string>, isDemoDefault = false) => readConfig(environment, isDemoDefault);

describe('configuration', () => {
  test('all settings are optional, and only WAYMARK_ names of the environment count', () => {
    expect(read({ PATH: '/bin', HOME: '/root' })).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      isDemo: false,
      publicUrl: 'http://127.0.0.1:8080',
      logLevel: 'info',
      trustProxy: false,
    });
  });

  test('an empty setting counts as unset', () => {
    expect(read({ WAYMARK_PORT: '', WAYMARK_SMTP_URL: '' })).toMatchObject({ port: 8080, smtpUrl: undefined });
  });

  test.each([
    [{ WAYMARK_PROT: '1' }, 'Unknown setting WAYMARK_PROT'],
    [{ WAYMARK_PORT: '99999' }, 'WAYMARK_PORT'],
    [{ WAYMARK_DATABASE_URL: 'mysql://x/y' }, 'WAYMARK_DATABASE_URL'],
    [{ WAYMARK_SECRET_KEY: 'short' }, 'WAYMARK_SECRET_KEY'],
    [{ WAYMARK_OIDC_ISSUER: 'https://id.example.com' }, 'WAYMARK_OIDC_CLIENT_ID'],
    [{ WAYMARK_SMS_TOKEN: 'x' }, 'go together'],
    [{ WAYMARK_SMS_URL: 'ftp://sms.example.com' }, 'WAYMARK_SMS_URL'],
    [{ WAYMARK_SMS_COUNTRY: '+1' }, 'WAYMARK_SMS_COUNTRY'],
    [
      {
        WAYMARK_SMS_URL: 'https://a:b@sms.example.com',
        WAYMARK_SMS_ACCOUNT: 'a',
        WAYMARK_SMS_TOKEN: 'b',
        WAYMARK_SMS_FROM: '1',
      },
      'no user and password',
    ],
    [{ WAYMARK_TLS_CERT: 'cert.pem' }, 'go together'],
    [{ WAYMARK_IRIDIUM_TLS_PORT: '10801', WAYMARK_IRIDIUM_TLS_CERT: 'cert.pem' }, 'WAYMARK_IRIDIUM_TLS_KEY'],
    [{ WAYMARK_TRUST_PROXY: '1' }, 'WAYMARK_TRUST_PROXY'],
    [{ WAYMARK_DEVICE_PROXY: 'loopback' }, 'WAYMARK_DEVICE_PROXY'],
    [{ WAYMARK_DRAIN_SECONDS: '90' }, 'WAYMARK_DRAIN_SECONDS'],
    [{ WAYMARK_TRUST_PROXY: '10.0.0.0/33' }, 'WAYMARK_TRUST_PROXY'],
  ])('the configuration refuses %j', (environment, words) => {
    expect(() => read(environment)).toThrow(ConfigError);
    expect(() => read(environment)).toThrow(words);
  });

  test('the settings of a text gateway form its configuration', () => {
    const settings = {
      WAYMARK_SMS_URL: 'https://sms.example.com/x',
      WAYMARK_SMS_ACCOUNT: 'AC42',
      WAYMARK_SMS_TOKEN: 't',
      WAYMARK_SMS_FROM: '+1918',
    };
    const gateway = { url: 'https://sms.example.com/x', account: 'AC42', token: 't', from: '+1918', countryCode: '1' };
    expect(read(settings).textGateway).toEqual(gateway);
    expect(read({ ...settings, WAYMARK_SMS_COUNTRY: '49' }).textGateway).toEqual({ ...gateway, countryCode: '49' });
    expect(read({}).textGateway).toBeUndefined();
  });

  test('WAYMARK_TRUST_PROXY and WAYMARK_DEVICE_PROXY accept addresses, ranges and kinds', () => {
    const trusted = 'loopback, 10.0.0.0/8,2001:db8::/32,192.0.2.7';
    expect(read({ WAYMARK_TRUST_PROXY: trusted }).trustProxy).toBe(trusted);
    const { deviceProxies } = read({ WAYMARK_DEVICE_PROXY: '10.0.0.10, 2001:db8::/64' }).links;
    expect(deviceProxies).toEqual(['10.0.0.10', '2001:db8::/64']);
  });

  test('a default demo listens on this machine only, and WAYMARK_DEMO=1 allows other hosts', () => {
    expect(read({}, true)).toMatchObject({ isDemo: true, isDemoByDefault: true, logLevel: 'warn' });
    expect(() => read({ WAYMARK_HOST: '0.0.0.0' }, true)).toThrow('WAYMARK_DEMO=0');
    expect(read({ WAYMARK_HOST: '0.0.0.0', WAYMARK_DEMO: '1' }, true)).toMatchObject({
      isDemo: true,
      isDemoByDefault: false,
    });
    expect(read({ WAYMARK_HOST: '0.0.0.0', WAYMARK_DEMO: '0' }, true)).toMatchObject({ isDemo: false });
  });

  test('the default public address is one that users can open', () => {
    expect(read({ WAYMARK_HOST: '::1', WAYMARK_PORT: '9000' }).publicUrl).toBe('http://[::1]:9000');
    expect(read({ WAYMARK_HOST: '0.0.0.0' }).publicUrl).toBe('http://localhost:8080');
    expect(read({ WAYMARK_TLS_CERT: 'cert.pem', WAYMARK_TLS_KEY: 'key.pem' }).publicUrl).toBe('https://127.0.0.1:8080');
    expect(read({ WAYMARK_PUBLIC_URL: 'https://waymark.example.com/' }).publicUrl).toBe('https://waymark.example.com');
  });
});

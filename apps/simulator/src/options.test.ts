import { describe, expect, it } from 'vitest';
import { readOptions, USAGE } from './options.ts';

describe('options', () => {
  it('defaults are those of the local demo', () => {
    expect(readOptions([])).toMatchObject({
      scenario: 'demo',
      server: 'http://127.0.0.1:8080',
      mqtt: 'mqtt://127.0.0.1:1883',
      directip: { host: '127.0.0.1', port: 10_800 },
      'history-days': 0,
      abrupt: false,
    });
  });

  it('accepts numbers, lists and addresses', () => {
    const numbers = ['--devices', '500', '--rate', '2.5'];
    const options = readOptions([...numbers, '--kinds', 'cellular,iridium', '--directip', 'sat.example.com:10900']);
    expect(options).toMatchObject({
      devices: 500,
      rate: 2.5,
      kinds: ['cellular', 'iridium'],
      directip: { host: 'sat.example.com', port: 10_900 },
    });
  });

  it('accepts an IPv6 address in brackets', () => {
    expect(readOptions(['--directip', '[::1]:10800']).directip).toEqual({ host: '::1', port: 10_800 });
  });

  it.each([
    [['--directip', '::1:10800'], 'directip'],
    [['--devices', '0'], 'devices'],
    [['--kinds', 'pigeon'], 'kinds'],
    [['--mqtt', 'http://127.0.0.1'], 'mqtt'],
    [['--directip', 'nowhere'], 'directip'],
    [['--speed', '3'], '--speed'],
  ])('refuses %j and names the option', (args, name) => {
    expect(() => readOptions(args)).toThrow(name);
  });

  it('the help lists all options', () => {
    const given = ['devices', 'rate', 'seed', 'duration', 'time-factor'].flatMap((name) => [`--${name}`, '1']);
    const texts = ['--company', 'A', '--mqtt-ca', 'a.pem', '--kinds', 'iridium'];
    for (const name of Object.keys(readOptions([...given, ...texts]))) {
      expect(USAGE).toContain(`--${name}`);
    }
  });
});

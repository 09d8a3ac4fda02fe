import { describe, expect, it } from 'vitest';
import { readOptions, USAGE } from './options.ts';

describe('options', () => {
  it('left out are those of the demo on this machine', () => {
    expect(readOptions([])).toMatchObject({
      'scenario': 'demo', 'server': 'http://127.0.0.1:8080', 'mqtt': 'mqtt://127.0.0.1:1883',
      'directip': { host: '127.0.0.1', port: 10_800 }, 'history-days': 0, 'abrupt': false,
    });
  });

  it('are numbers, lists and addresses', () => {
    const options = readOptions(['--devices', '500', '--rate', '2.5', '--kinds', 'cellular,iridium', '--directip', 'sat.example.com:10900']);
    expect(options).toMatchObject({
      devices: 500, rate: 2.5, kinds: ['cellular', 'iridium'], directip: { host: 'sat.example.com', port: 10_900 },
    });
  });

  it.each([
    [['--devices', '0'], 'devices'],
    [['--kinds', 'pigeon'], 'kinds'],
    [['--mqtt', 'http://127.0.0.1'], 'mqtt'],
    [['--directip', 'nowhere'], 'directip'],
    [['--speed', '3'], '--speed'],
  ])('%j are refused by name', (args, name) => {
    expect(() => readOptions(args)).toThrow(name);
  });

  it('all stand in the help', () => {
    for (const name of Object.keys(readOptions(['--devices', '1', '--rate', '1', '--seed', '1', '--duration', '1', '--time-factor', '9', '--history-days', '1', '--company', 'A', '--mqtt-ca', 'a.pem', '--kinds', 'iridium']))) {
      expect(USAGE).toContain(`--${name}`);
    }
  });
});

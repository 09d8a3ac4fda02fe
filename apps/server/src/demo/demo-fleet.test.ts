import { expect, test } from 'vitest';
import { listFlags } from './demo-fleet.ts';

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['::1', '[::1]'],
  ['localhost', 'localhost'],
])('the devices of a server on %s come to %s', (host, reached) => {
  const flags = listFlags({ host, port: 8080, mqttPort: 1883, iridiumPort: 10_800 });
  expect(flags).toEqual(expect.arrayContaining([`--server=http://${reached}:8080`, `--mqtt=mqtt://${reached}:1883`, `${reached}:10800`]));
});

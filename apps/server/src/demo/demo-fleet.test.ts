import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { createLog } from '../platform/log.ts';
import { listFamily, readProcess } from '../testing/process-family.ts';
import { DemoFleet, linkToDemoGateway, listFlags } from './demo-fleet.ts';

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['::1', '[::1]'],
  ['localhost', 'localhost'],
])('devices connect to a server on %s at %s', (host, reached) => {
  const flags = listFlags({ host, port: 8080, mqttPort: 1883, iridiumPort: 10_800 });
  expect(flags).toEqual(
    expect.arrayContaining([`--server=http://${reached}:8080`, `--mqtt=mqtt://${reached}:1883`, `${reached}:10800`]),
  );
});

test.each([
  [{}, '10801'],
  [{ WAYMARK_IRIDIUM_PORT: '18807' }, '18808'],
])('the server with %o sends commands for satellite devices to the demo gateway', (settings, port) => {
  const { links } = readConfig(settings, true);
  expect(linkToDemoGateway(links).iridiumMtUrl).toBe(`directip://127.0.0.1:${port}`);
  expect(listFlags({ host: '127.0.0.1', port: 8080, ...links })).toEqual(expect.arrayContaining(['--mt-port', port]));
});

test('a configured gateway is kept, and without satellite devices there is none', () => {
  const gatewayOf = (settings: Record<string, string>) =>
    linkToDemoGateway(readConfig(settings, true).links).iridiumMtUrl;
  expect(gatewayOf({ WAYMARK_IRIDIUM_MT: 'directip://gateway.example.com' })).toBe('directip://gateway.example.com');
  expect(gatewayOf({ WAYMARK_IRIDIUM_PORT: '0' })).toBeUndefined();
});

test.runIf(process.platform === 'linux')(
  '[W-071] the simulated devices get no server setting, neither as an argument nor in their environment',
  async () => {
    vi.stubEnv('WAYMARK_DATABASE_URL', 'postgres://waymark:secret-of-the-database@db.example.com/waymark');
    onTestFinished(() => void vi.unstubAllEnvs());
    const fleet = new DemoFleet({ host: '127.0.0.1', port: 1, mqttPort: 1, iridiumPort: 0 }, createLog('silent'));
    onTestFinished(() => fleet.stop());
    const simulator = () =>
      listFamily(process.pid).find((pid) => readProcess(pid, 'cmdline').includes('simulator/src/main.ts'));
    const pid = await vi.waitUntil(simulator);
    expect(`${readProcess(pid, 'cmdline')}${readProcess(pid, 'environ')}`).not.toMatch(
      /WAYMARK_|secret-of-the-database/,
    );
  },
);

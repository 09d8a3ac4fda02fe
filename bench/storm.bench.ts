// Starts a server while its devices and consoles are already retrying. Measures the time until the first
// acknowledgement, until every device is back, and until every console has its list of devices.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { planConnections, readOpenFilesLimit } from '../apps/server/src/platform/open-files.ts';
import { findFreePort, startServerProcess } from '../apps/server/src/testing/server-process.ts';
import { fillDevices } from './command-fill.ts';
import { findEmbeddedConnection } from './embedded-connection.ts';
import { percentile, report } from './report.ts';
import { inTemporaryFolder } from './server.ts';
import { isShort } from './short.ts';
import { signInAdmin } from './sign-in.ts';
import type { StormOrder, StormReport } from './storm-messages.ts';

/** 20,000 devices, or fewer where the system limits the open files of a process. */
const DEVICES = isShort ? 200 : Math.min(20_000, planConnections(readOpenFilesLimit()).devices);
const CONSOLES = isShort ? 5 : 50;
const FIRST_UID = 800_001;
const RETRY_MS = 200;
const MOST_FIRST_ACK_S = 3;
const MOST_ALL_BACK_S = 60;

interface Served {
  readonly address: string;
  readonly mqttPort: number;
  readonly readyAt: number;
  stop(): Promise<void>;
}

async function serve(dataDir: string, port: number, mqttPort: number): Promise<Served> {
  const server = startServerProcess(port, {
    WAYMARK_DATA_DIR: dataDir,
    WAYMARK_MQTT_PORT: String(mqttPort),
    WAYMARK_REQUESTS_PER_MINUTE: '0',
    WAYMARK_LOG: 'error',
  });
  await server.ready;
  return {
    address: `http://127.0.0.1:${port}`,
    mqttPort,
    readyAt: Date.now(),
    stop: async () => {
      server.child.kill('SIGTERM');
      await server.exited;
    },
  };
}

/** Seconds until this console has the list. It retries from before the server is up. */
async function open(address: string, token: string): Promise<number> {
  for (;;) {
    const response = await fetch(`${address}/api/apexagm`, { headers: { authorization: `Bearer ${token}` } }).catch(
      () => null,
    );
    if (response?.ok === true) {
      await response.arrayBuffer();
      return Date.now();
    }
    await sleep(RETRY_MS);
  }
}

await inTemporaryFolder(async (dataDir) => {
  const [port, mqttPort] = [await findFreePort(), await findFreePort()];
  const before = await serve(dataDir, port, mqttPort);
  const uids = Array.from({ length: DEVICES }, (_, at) => FIRST_UID + at);
  const client = new pg.Client(findEmbeddedConnection(dataDir));
  await client.connect();
  await fillDevices(client, uids);
  await client.end();
  const token = await signInAdmin(before.address);
  await before.stop();

  const fleet = fork(path.join(import.meta.dirname, 'storm-fleet.ts'));
  const reported = once(fleet, 'message');
  fleet.send({ port: mqttPort, firstUid: FIRST_UID, devices: DEVICES } satisfies StormOrder);
  const opened = Promise.all(Array.from({ length: CONSOLES }, () => open(before.address, token)));
  const after = await serve(dataDir, port, mqttPort);
  const [{ firstAckAt, allBackAt, failed }] = (await reported) as [StormReport];
  const consoles = (await opened).map((at) => Math.max(0, at - after.readyAt) / 1000);
  fleet.kill();
  await after.stop();

  // Ports open a moment before the server logs that it is ready.
  const first_ack_s = Math.max(0, firstAckAt - after.readyAt) / 1000;
  const all_back_s = Math.max(0, allBackAt - after.readyAt) / 1000;
  report('storm', { devices: DEVICES, first_ack_s, all_back_s, console_p99_s: percentile(consoles, 0.99), failed }, [
    { name: 'first_ack_s', value: first_ack_s, op: '<=', aim: MOST_FIRST_ACK_S },
    { name: 'all_back_s', value: all_back_s, op: '<=', aim: MOST_ALL_BACK_S },
  ]);
});

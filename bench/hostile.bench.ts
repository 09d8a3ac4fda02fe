// Measures the API and the acknowledgements of another company's device during each flood, divided by the same at rest
// just before it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync, type MqttClient } from 'mqtt';
import pg from 'pg';
import { DEMO_SIGN_INS } from '../apps/server/src/demo/demo-sign-ins.ts';
import { LOOP_INTERVAL_MS } from '../apps/server/src/platform/metrics.ts';
import { findFreePort } from '../apps/server/src/testing/server-process.ts';
import { fillDevices } from './command-fill.ts';
import { passwordOf } from './command-messages.ts';
import { findEmbeddedConnection } from './embedded-connection.ts';
import { FLOODS } from './hostile-floods.ts';
import { buildHeartbeat, END, type FloodOrder, type FloodReport, type FloodTarget } from './hostile-messages.ts';
import { median, percentile, report } from './report.ts';
import { inTemporaryFolder, startBenchServer } from './server.ts';
import { isShort } from './short.ts';
import { signIn } from './sign-in.ts';

const FOR_MS = isShort ? 500 : 15_000;
const WARM_UP_MS = isShort ? 200 : 3000;
/** A server that has just started answers more slowly, which would make each flood look harmless. */
const START_UP_MS = isShort ? 200 : 30_000;
/** Pause between floods, until the work of the last one is done. */
const REST_MS = isShort ? 100 : 3000;
const EVERY_MS = 20;
const WITNESS = 700_000;
/** Each flood has a device and an address of its own, so that exhausted limits do not block the next flood. */
const ATTACKERS = FLOODS.map((_flood, at) => WITNESS + 1 + at);
const MOST_API_RATIO = 2;
/** The floods of one device must not raise another company's median acknowledgement time by more than a fifth. */
const MOST_ACK_RATIO = 1.2;
const OF_DEVICES = ['device_message', 'subscribe', 'stream_frame', 'reconnect'];

interface Place {
  readonly target: FloodTarget;
  readonly adminToken: string;
  readonly device: MqttClient;
}

interface Fare {
  readonly api: readonly number[];
  readonly mqtt: readonly number[];
  /** Longest stall of the event loop that the server recorded, in ms. Stalls shorter than its interval may be missed. */
  readonly stallMs: number;
}

async function readStallMs(address: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  const lagMs = 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1] ?? 0);
  return Math.max(0, lagMs - LOOP_INTERVAL_MS);
}

/** Duration of each call of the step, one at a time, for this long. */
async function time(step: () => Promise<void>, forMs: number): Promise<number[]> {
  const until = performance.now() + forMs;
  const tookMs: number[] = [];
  while (performance.now() < until) {
    const startedAt = performance.now();
    await step();
    tookMs.push(performance.now() - startedAt);
    await sleep(EVERY_MS);
  }
  return tookMs;
}

let t = Date.now() - 86_400_000;
async function measure({ target: { address }, adminToken, device }: Place, forMs = FOR_MS): Promise<Fare> {
  await readStallMs(address); // the reading resets the maximum
  const callApi = async () => {
    const answer = await fetch(`${address}/api/userinfo`, { headers: { authorization: `Bearer ${adminToken}` } });
    if (answer.status !== 200) throw new Error(`the API answered ${answer.status} to the probe`);
    await answer.text();
  };
  const publish = async () =>
    void (await device.publishAsync(`agm/v1/${WITNESS}/up/hb`, buildHeartbeat(++t), { qos: 1 }));
  const [api, mqtt] = await Promise.all([time(callApi, forMs), time(publish, forMs)]);
  return { api, mqtt, stallMs: await readStallMs(address) };
}

async function measureUnder(flood: string, number: number, place: Place): Promise<Fare & FloodReport> {
  const child = fork(path.join(import.meta.dirname, 'hostile-flooder.ts'));
  try {
    // On Linux all loopback addresses reach each other.
    const localAddress = process.platform === 'linux' ? { localAddress: `127.0.0.${2 + number}` } : {};
    const deviceUid = WITNESS + 1 + number;
    const begun = once(child, 'message');
    child.send({ flood, target: { ...place.target, deviceUid, ...localAddress } } satisfies FloodOrder);
    await begun;
    await sleep(WARM_UP_MS);
    const fare = await measure(place);
    const reported = once(child, 'message');
    child.send(END);
    const [{ sent }] = (await reported) as [FloodReport];
    return { ...fare, sent };
  } finally {
    child.kill();
    await sleep(REST_MS);
  }
}

async function compare(place: Place): Promise<void> {
  await measure(place, START_UP_MS);
  const figures: Record<string, number> = {};
  const rests: Fare[] = [];
  for (const [number, { name }] of FLOODS.entries()) {
    const rest = await measure(place);
    rests.push(rest);
    const { api, mqtt, stallMs, sent } = await measureUnder(name, number, place);
    if (sent === 0) throw new Error(`the flood ${name} sent nothing`);
    figures[`${name}_api_ratio`] = median(api) / median(rest.api);
    figures[`${name}_mqtt_ratio`] = median(mqtt) / median(rest.mqtt);
    figures[`${name}_api_p99_ratio`] = percentile(api, 0.99) / percentile(rest.api, 0.99);
    figures[`${name}_mqtt_p99_ratio`] = percentile(mqtt, 0.99) / percentile(rest.mqtt, 0.99);
    figures[`${name}_stall_ms`] = stallMs;
    figures[`${name}_sent`] = sent;
  }
  const [api, mqtt] = [rests.map((rest) => median(rest.api)), rests.map((rest) => median(rest.mqtt))];
  Object.assign(figures, {
    rest_api_p50_ms: median(api),
    rest_api_spread: Math.max(...api) / Math.min(...api),
    rest_mqtt_p50_ms: median(mqtt),
    rest_mqtt_spread: Math.max(...mqtt) / Math.min(...mqtt),
    rest_stall_ms: Math.max(...rests.map(({ stallMs }) => stallMs)),
  });
  const limits = [
    ...FLOODS.map(({ name }) => [`${name}_api_ratio`, MOST_API_RATIO] as const),
    ...OF_DEVICES.map((name) => [`${name}_mqtt_ratio`, MOST_ACK_RATIO] as const),
  ];
  report(
    'hostile',
    figures,
    limits.map(([name, aim]) => ({ name, value: figures[name] ?? Number.NaN, op: '<=', aim })),
  );
}

await inTemporaryFolder(async (dataDir) => {
  const mqttPort = await findFreePort();
  // The probes stay below these. Limits per address are the defaults; the floods have their own addresses.
  const limits = { WAYMARK_REQUESTS_PER_MINUTE: '6000', WAYMARK_HUB_CONNECTIONS_PER_ADDRESS: '200' };
  const server = await startBenchServer(dataDir, { WAYMARK_MQTT_PORT: String(mqttPort), ...limits });
  try {
    const client = new pg.Client(findEmbeddedConnection(dataDir));
    await client.connect();
    await fillDevices(client, [WITNESS, ...ATTACKERS]);
    await client.query(
      `with own as (insert into groups (name) values ('Attacker') returning id)
       update devices set group_id = own.id from own where uid = any ($1)`,
      [ATTACKERS],
    );
    await client.end();
    const [admin, viewer] = DEMO_SIGN_INS;
    const adminToken = await signIn(server.address, admin.email);
    const viewerToken = await signIn(server.address, viewer.email);
    const device = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
      clientId: `agm-${WITNESS}`,
      username: String(WITNESS),
      password: passwordOf(WITNESS),
      protocolVersion: 4,
    });
    await compare({
      target: { address: server.address, mqttPort, viewerToken, deviceUid: WITNESS },
      adminToken,
      device,
    });
    await device.endAsync(true);
  } finally {
    await server.stop();
  }
});

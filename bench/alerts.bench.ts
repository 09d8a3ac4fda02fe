// 100 companies with on-call rosters and 10,000 open alerts, on two nodes with a real mail server. Measures what a node
// costs while nothing happens, without them and with them, the time from a cause (an AGM reports a low battery) to the
// first message, the messages per user in an upset (three stuck pigs, a silent gateway, 42 offline AGMs), and escalations
// that are lost or doubled while a node is killed ten times.
import { setTimeout as sleep } from 'node:timers/promises';
import { ALERTS } from '@waymark/domain/path/notification-rule';
import pg from 'pg';
import { startCluster, type Cluster, type ClusterNode } from '../apps/server/src/testing/cluster/cluster.ts';
import { createVirtualDevice, type DrivenDevice } from '../apps/simulator/src/create-virtual-device.ts';
import {
  fillAlerts,
  fillCompanies,
  fillRosters,
  insertRun,
  loseDevices,
  NEXT_PLACE,
  raiseDueAlerts,
  type Company,
} from './alerts-fill.ts';
import { fillDevices } from './command-fill.ts';
import { passwordOf } from './command-messages.ts';
import { readCpuS } from './cpu.ts';
import { percentile, report } from './report.ts';
import { isShort } from './short.ts';

const COMPANIES = isShort ? 5 : 100;
const ALERTS_EACH = 100;
const DEVICES_EACH = 2;
const CAUSES_PER_S = isShort ? 5 : 2;
const KILLS = isShort ? 1 : 10;
/** V8 collects the garbage of the start in three rounds, which end after about five minutes. */
const REST_MS = isShort ? 0 : 360_000;
/** The helper threads of V8 work in some minutes and rest in others. */
const IDLE_MS = isShort ? 500 : 300_000;
const UPSET_MS = isShort ? 30_000 : 600_000;
const PIGS = 3;
const DEVICES_OF_A_PIG = 14;
const DAY_MINUTES = 24 * 60;
const HOUR_MS = 3_600_000;
const FIRST_UID = 610_000;
const FULL_MV = 9200;
const LOW_MV = 7100;

const LIMITS = {
  first_message_p99_s: 15,
  idle_cpu: 0.01,
  added_cpu: 0.01,
  upset_messages: 10,
  escalations_lost: 0,
  escalations_doubled: 0,
} as const;

const uidOf = (company: number, device: number) => FIRST_UID + company * DEVICES_EACH + device;
const isAt = (mail: { readonly to: readonly string[] }, email: string) => mail.to.includes(email);

async function until(what: string, holds: () => boolean | Promise<boolean>, mostMs = 120_000): Promise<void> {
  const startedAt = performance.now();
  while (!(await holds())) {
    if (performance.now() - startedAt > mostMs) throw new Error(`waited ${mostMs / 1000} s: ${what}`);
    await sleep(20);
  }
}

async function restart(node: ClusterNode): Promise<void> {
  await node.end('SIGTERM');
  await node.start();
}

/** Processor time of a node over elapsed time, as a share of one core; the higher one of the two. */
async function measureIdle({ nodes }: Cluster): Promise<number> {
  await sleep(REST_MS);
  const before = nodes.map(({ pid }) => readCpuS(pid));
  await sleep(IDLE_MS);
  return Math.max(...nodes.map(({ pid }, at) => (readCpuS(pid) - (before[at] ?? 0)) / (IDLE_MS / 1000)));
}

/** Lets each AGM in turn report a low battery. Returns the seconds from each acknowledgement to the mail about it. */
async function measureFirstMessages(cluster: Cluster, companies: readonly Company[]): Promise<number[]> {
  const { smtp, line } = cluster;
  const connect = async (uid: number): Promise<DrivenDevice> => {
    const way = {
      kind: 'cellular',
      server: { url: `mqtt://127.0.0.1:${line.port}` },
      password: passwordOf(uid),
    } as const;
    const device = createVirtualDevice({ uid, ...NEXT_PLACE, way });
    await device.connect();
    await device.heartbeat({ battery: FULL_MV });
    return device;
  };
  const seconds: number[] = [];
  const waiting: Promise<void>[] = [];
  for (let device = 0; device < DEVICES_EACH; device++)
    for (const [at, { email }] of companies.entries()) {
      const driven = await connect(uidOf(at, device));
      const before = smtp.received.filter((mail) => isAt(mail, email)).length;
      await driven.heartbeat({ battery: LOW_MV, t: Date.now() + 1000 });
      const causedAt = performance.now();
      const told = async () => {
        await until(`no mail to ${email}`, () => smtp.received.filter((mail) => isAt(mail, email)).length > before);
        seconds.push((performance.now() - causedAt) / 1000);
        await driven.close();
      };
      waiting.push(told());
      await sleep(1000 / CAUSES_PER_S);
    }
  await Promise.all(waiting);
  return seconds;
}

/** Raises the upset in a company of its own, and starts the nodes again, so that they take up its runs. */
async function beginUpset(client: pg.Client, { nodes }: Cluster): Promise<Company> {
  const [company] = await fillCompanies(client, 1, 'upset');
  if (!company) throw new Error('no company');
  for (let pig = 0; pig < PIGS; pig++) {
    const first = FIRST_UID + COMPANIES * DEVICES_EACH + pig * DEVICES_OF_A_PIG;
    const uids = Array.from({ length: DEVICES_OF_A_PIG }, (_none, at) => first + at);
    await fillDevices(client, uids, company.groupId);
    await loseDevices(client, uids, 30);
    const launchAt = new Date(Date.now() - 14 * HOUR_MS);
    await insertRun(client, { company, name: `Stuck ${pig}`, launchAt, uids, rule: { alerts: ALERTS } });
  }
  for (const node of nodes) await restart(node);
  return company;
}

/**
 * Kills the nodes in turn while they take the steps that are due. Each round is of every second company: with ten
 * rounds and the first messages, a person would get more than flood protection lets through in ten minutes.
 */
async function killNodes(client: pg.Client, { nodes }: Cluster, companies: readonly Company[]) {
  const countTaken = async () => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from alert_escalations');
    return rows[0]?.count ?? 0;
  };
  let wanted = 0;
  for (let round = 0; round < KILLS; round++) {
    const ofRound = companies.filter((_company, at) => at % 2 === round % 2);
    wanted += ofRound.length;
    const before = await countTaken();
    await raiseDueAlerts(client, ofRound, round);
    await until(`no step is taken in round ${round}`, async () => (await countTaken()) > before);
    const victim = nodes[round % 2];
    await victim?.end('SIGKILL');
    await victim?.start();
    await until(`steps of round ${round} are missing`, async () => (await countTaken()) >= before + ofRound.length);
  }
  const { rows } = await client.query<{ messages: number; taken: number }>(
    `select count(*)::int as messages, count(distinct (alert_id, step))::int as taken from alert_escalation_messages`,
  );
  const { messages = 0, taken = 0 } = rows[0] ?? {};
  return { escalations_lost: wanted - taken, escalations_doubled: messages - taken };
}

const cluster = await startCluster();
const client = new pg.Client(cluster.database);
await client.connect();
try {
  const empty = await measureIdle(cluster);
  const companies = await fillCompanies(client, COMPANIES, 'alerts');
  await fillRosters(client, companies, DAY_MINUTES);
  for (const [at, company] of companies.entries()) {
    const uids = Array.from({ length: DEVICES_EACH }, (_none, device) => uidOf(at, device));
    await fillDevices(client, uids, company.groupId);
    const launchAt = new Date(Date.now() - HOUR_MS / 2);
    await insertRun(client, { company, name: `Pig ${at}`, launchAt, uids, rule: { alerts: ['agm-battery'] } });
  }
  await fillAlerts(client, companies, ALERTS_EACH);
  await client.query('vacuum analyze');
  for (const node of cluster.nodes) await restart(node);

  const idle = await measureIdle(cluster);
  const firstMessages = await measureFirstMessages(cluster, companies);
  const upset = await beginUpset(client, cluster);
  const upsetAt = performance.now();
  const kills = await killNodes(client, cluster, companies);
  await sleep(Math.max(0, UPSET_MS - (performance.now() - upsetAt)));
  const { rows } = await client.query<{ open: number }>(
    'select count(*)::int as open from alerts where group_id = $1 and closed_at is null',
    [upset.groupId],
  );
  const figures = {
    open_alerts: COMPANIES * ALERTS_EACH,
    empty_cpu: empty,
    idle_cpu: idle,
    added_cpu: idle - empty,
    first_message_p50_s: percentile(firstMessages, 0.5),
    first_message_p99_s: percentile(firstMessages, 0.99),
    upset_messages: cluster.smtp.received.filter((mail) => isAt(mail, upset.email)).length,
    upset_alerts: rows[0]?.open ?? 0,
    ...kills,
  };
  const aims = (Object.keys(LIMITS) as (keyof typeof LIMITS)[]).map((name) => ({
    name,
    value: figures[name],
    op: '<=' as const,
    aim: LIMITS[name],
  }));
  report('alerts', figures, [
    ...aims,
    { name: 'upset_alerts', value: figures.upset_alerts, op: '>=', aim: PIGS * (DEVICES_OF_A_PIG + 1) + 1 },
  ]);
} finally {
  await client.end();
  await cluster.stop();
}

// Fails each part of an installation once while devices keep sending: on two nodes behind the proxy, then on one.
// Measures how long no device is acknowledged, how long until every console shows what a fresh load shows, and what was
// lost or stored twice.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { report } from './report.ts';
import { isShort } from './short.ts';

const LASTS_MS = isShort ? 1000 : 8000;
const MOST_ACK_S = 5;
const MOST_FRESH_S = 20;
const MEASURE = path.join(import.meta.dirname, '../apps/server/src/testing/cluster/measure-faults.ts');

function limitOf(name: string): number {
  if (name.endsWith('_ack_s')) return MOST_ACK_S;
  return name.endsWith('_fresh_s') ? MOST_FRESH_S : 0;
}

const child = fork(MEASURE, [String(LASTS_MS)]);
const ended = once(child, 'exit').then(([code]) =>
  Promise.reject(new Error(`the measuring process ended with ${code}`)),
);
const [figures] = (await Promise.race([once(child, 'message'), ended])) as [Record<string, number>];
ended.catch(() => undefined);
report(
  'faults',
  figures,
  Object.entries(figures).map(([name, value]) => ({ name, value, op: '<=' as const, aim: limitOf(name) })),
);

// Consoles of the soak bench, in a separate process. Each keeps its hub connection, shows some runs, and reads a
// history or a run now and then.
import type { RunUpdate } from '@waymark/contract/events/runs';
import { readRunUpdate } from '@waymark/contract/runs/run-names';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import * as parser from 'socket.io-msgpack-parser';
import { readClockMs } from './fanout-messages.ts';
import { OPEN, type ConsolesOrder, type ConsolesReport, type Hearing, type Opening } from './soak-messages.ts';

const OPENED_AT_ONCE = 20;

const hearings: Hearing[] = [];
const looks: number[] = [];
const failedLooks: string[] = [];
let heartbeats = 0;
let disconnects = 0;
const ending = new AbortController();

async function open({ address, token, runIds, runsShown }: Opening, index: number): Promise<void> {
  const socket = io(`${address}/agm`, { path: '/hub', parser, transports: ['websocket'], auth: { token } });
  const passed = new Map<number, number>();
  socket.on('ReceiveHeartbeat', () => (heartbeats += 1));
  socket.on('ReceivePigRunUpdate', (update: RunUpdate) => {
    const { runId, messageName } = readRunUpdate(update);
    if (messageName !== 'PassageVerified') return;
    const markers = (passed.get(runId) ?? 0) + 1;
    passed.set(runId, markers);
    hearings.push({ runId, markers, atMs: readClockMs() });
  });
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  socket.on('disconnect', () => (disconnects += ending.signal.aborted ? 0 : 1));
  await socket.emitWithAck(
    'ShowPigRuns',
    Array.from({ length: runsShown }, (_none, at) => runIds[(index * runsShown + at) % runIds.length]),
  );
}

function choosePath({ runIds, uids }: Opening, turn: number): string {
  const uid = uids[(turn * 7919) % uids.length] ?? 0;
  const paths = [
    `/api/pigrun/${runIds[turn % runIds.length] ?? 0}`,
    `/api/apexagm/${uid}/getHeartbeatHistoricData?page=1&rowsPerPage=15`,
    `/api/apexagm/${uid}/getPassageHistoricData?page=1&rowsPerPage=15`,
    '/api/userinfo',
  ];
  return paths[turn % paths.length] ?? '';
}

async function look(opening: Opening, turn: number): Promise<void> {
  const path = choosePath(opening, turn);
  const startedAt = performance.now();
  try {
    const response = await fetch(`${opening.address}${path}`, {
      headers: { authorization: `Bearer ${opening.token}` },
    });
    await response.arrayBuffer();
    if (response.ok) looks.push(performance.now() - startedAt);
    else failedLooks.push(`${response.status} ${path}`);
  } catch (error) {
    failedLooks.push(`${String(error)} ${path}`);
  }
}

async function openAll(opening: Opening): Promise<void> {
  for (let at = 0; at < opening.count; at += OPENED_AT_ONCE) {
    const until = Math.min(opening.count, at + OPENED_AT_ONCE);
    await Promise.all(Array.from({ length: until - at }, (_none, index) => open(opening, at + index)));
  }
  process.send?.(OPEN);
  for (let turn = 0; !ending.signal.aborted; turn++) {
    void look(opening, turn);
    await sleep(opening.lookEveryMs / opening.count);
  }
}

process.on('message', (order: ConsolesOrder) => {
  if (order !== 'end') return void openAll(order);
  ending.abort();
  process.send?.({ heartbeats, hearings, looks, failedLooks, disconnects } satisfies ConsolesReport, () =>
    process.exit(),
  );
});

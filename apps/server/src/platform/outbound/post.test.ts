import dgram from 'node:dgram';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { AllowedHosts } from './allowed-hosts.ts';
import { findTarget } from './find-target.ts';
import { post } from './post.ts';
import { createHostResolver } from './resolve-host.ts';

const closers: Array<() => void> = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** A server on the loopback; returns its port and how many requests it has had. */
async function serve(handle: Handler, host = '127.0.0.1') {
  const calls: string[] = [];
  const server = http.createServer((request, response) => {
    calls.push(request.headers.host ?? '');
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, calls };
}

const TYPE_A = 1;
const HEADER_BYTES = 12;

/** Answers a question with these IPv4 addresses, none for other types of records. */
function answerDns(query: Buffer, addresses: readonly string[]): Buffer {
  const end = query.indexOf(0, HEADER_BYTES) + 5;
  const answers = query.readUInt16BE(end - 4) === TYPE_A ? addresses : [];
  const header = Buffer.from(query.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(0x81_80, 2);
  header.writeUInt16BE(answers.length, 6);
  header.fill(0, 8);
  const records = answers.map((address) =>
    Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...records]);
}

/** A name server whose answers for every name are these, one after the other; the last one stays. */
async function serveNames(...answers: ReadonlyArray<readonly string[]>) {
  const socket = dgram.createSocket('udp4');
  let asked = 0;
  socket.on('message', (query, { port, address }) => {
    const isA = query.readUInt16BE(query.indexOf(0, HEADER_BYTES) + 1) === TYPE_A;
    const current = answers[Math.min(asked, answers.length - 1)] ?? [];
    if (isA) asked += 1;
    socket.send(answerDns(query, current), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  closers.push(() => socket.close());
  return { resolve: createHostResolver([`127.0.0.1:${socket.address().port}`]), asked: () => asked };
}

const send = (url: string, addresses: readonly string[], signal = AbortSignal.timeout(10_000)) =>
  post({ url: new URL(url), addresses, headers: { 'content-type': 'application/json' }, body: '{}', signal });

test('[W-391] a name that turns private after the check is refused at the next attempt, and no byte reaches it', async () => {
  const inside = await serve((_request, response) => response.end());
  const names = await serveNames(['93.184.216.34'], ['127.0.0.1']);
  const url = new URL(`https://rebinding.test:${inside.port}/`);
  const none = new AllowedHosts([]);
  expect(await findTarget(url, none, names.resolve)).toEqual(['93.184.216.34']);
  await expect(findTarget(url, none, names.resolve)).rejects.toThrow(/private network/);
  expect(names.asked()).toBe(2);
  expect(inside.calls).toEqual([]);
});

test('[W-391] post connects to the checked address and asks no name server again', async () => {
  const checked = await serve((_request, response) => response.end('checked'), '127.0.0.2');
  const names = await serveNames(['127.0.0.2'], ['127.0.0.1']);
  const url = new URL(`http://rebinding.test:${checked.port}/`);
  const addresses = await findTarget(url, new AllowedHosts(['127.0.0.2']), names.resolve);
  expect(await send(url.href, addresses)).toEqual({ status: 200, text: 'checked' });
  expect(names.asked()).toBe(1);
  expect(checked.calls).toEqual([url.host]);
});

test('[W-391] post does not follow a redirect', async () => {
  const inside = await serve((_request, response) => response.end());
  const outside = await serve((_request, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/` }).end('gone there'),
  );
  expect(await send(`http://127.0.0.1:${outside.port}/`, ['127.0.0.1'])).toEqual({ status: 307, text: 'gone there' });
  expect(inside.calls).toEqual([]);
});

test('[W-390] post reads at most 64 KiB of an endless answer', async () => {
  const endless = await serve((_request, response) => {
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  });
  const { status, text } = await send(`http://127.0.0.1:${endless.port}/`, ['127.0.0.1']);
  expect(status).toBe(200);
  expect(text).toHaveLength(65_536);
});

test('[W-390] post fails when no answer has come by the time limit, and an answer that breaks off counts by its status', async () => {
  const limit = new AbortController();
  const silent = await serve(() => limit.abort());
  await expect(send(`http://127.0.0.1:${silent.port}/`, ['127.0.0.1'], limit.signal)).rejects.toThrow(/abort/i);
  const broken = await serve((_request, response) => {
    response.writeHead(202).write('begun', () => response.destroy());
  });
  expect(await send(`http://127.0.0.1:${broken.port}/`, ['127.0.0.1'])).toMatchObject({ status: 202 });
});

test('[W-390] post fails when nothing listens', async () => {
  const { port } = await serve(() => undefined);
  for (const close of closers.splice(0)) close();
  await expect(send(`http://127.0.0.1:${port}/`, ['127.0.0.1'])).rejects.toThrow('ECONNREFUSED');
});

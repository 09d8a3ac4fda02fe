// Compares one validated GET and one POST with a bearer token with plain node:http answering the same bytes, on one
// core. Counts requests per second of the server's own processor time, because load and database share the machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { readCpuS } from './cpu.ts';
import { sendLoad, type LoadRequest } from './load.ts';
import { median, report } from './report.ts';
import { inTemporaryFolder, startBenchServer } from './server.ts';
import { isShort } from './short.ts';
import { signInAdmin } from './sign-in.ts';

const ROUNDS = isShort ? 1 : 5;
const ROUND_MS = isShort ? 300 : 2000;
const WARM_UP_MS = isShort ? 100 : 1500;

interface Target {
  readonly address: string;
  readonly pid: number;
}

async function startBare(contentType: string, body: string): Promise<Target & { stop(): void }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bare-server.ts'), contentType, body]);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { address: `http://127.0.0.1:${line.toString().trim()}`, pid: child.pid ?? 0, stop: () => child.kill() };
}

/** Requests per second of the server's processor time. */
async function measurePerCoreS({ address, pid }: Target, request: LoadRequest): Promise<number> {
  const before = readCpuS(pid);
  const answered = await sendLoad(address, request, ROUND_MS);
  return answered / (readCpuS(pid) - before);
}

/**
 * Alternates our server and the limit so that both meet the same noise; takes the ratio of each round, then the median.
 */
async function compare(ours: Target, request: LoadRequest): Promise<{ ratio: number; perS: number }> {
  const answer = await fetch(ours.address + request.path, {
    method: request.method,
    headers: request.headers,
    ...(request.body !== undefined && { body: request.body }),
  });
  const bare = await startBare(answer.headers.get('content-type') ?? '', await answer.text());
  try {
    await sendLoad(ours.address, request, WARM_UP_MS);
    await sendLoad(bare.address, request, WARM_UP_MS);
    const rounds: { ratio: number; perS: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const limit = await measurePerCoreS(bare, request);
      const perS = await measurePerCoreS(ours, request);
      rounds.push({ ratio: perS / limit, perS });
    }
    return { ratio: median(rounds.map(({ ratio }) => ratio)), perS: median(rounds.map(({ perS }) => perS)) };
  } finally {
    bare.stop();
  }
}

await inTemporaryFolder(async (folder) => {
  const server = await startBenchServer(folder);
  const ours = { address: server.address, pid: server.process.child.pid ?? 0 };
  try {
    const headers = { authorization: `Bearer ${await signInAdmin(server.address)}` };
    const get = await compare(ours, { method: 'GET', path: '/api/userinfo', headers });
    const post = await compare(ours, {
      method: 'POST',
      path: '/api/console/error',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'a failure of the console', location: '/' }),
    });
    report('http', { get_ratio: get.ratio, post_ratio: post.ratio, get_per_s: get.perS, post_per_s: post.perS }, [
      { name: 'get_ratio', value: get.ratio, op: '>=', aim: 0.5 },
      { name: 'post_ratio', value: post.ratio, op: '>=', aim: 0.5 },
    ]);
  } finally {
    await server.stop();
  }
});

import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import nodeFlags from '../../node-flags.json' with { type: 'json' };

/** Disables the device links, because their well-known ports may be taken on the test machine. */
const LINKS_OFF = { WAYMARK_MQTT_PORT: '0', WAYMARK_IRIDIUM_PORT: '0' };
const MAIN = path.join(import.meta.dirname, '../main.ts');

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly port: number;
  /** The output so far. */
  output(): string;
  /** Resolves when the process reports that it is ready; rejects when it ends before. */
  readonly ready: Promise<void>;
  /** Resolves with the exit code, null after a signal. */
  readonly exited: Promise<number | null>;
}

/**
 * Below the system's ephemeral ports, so that no outgoing connection takes the port before it is used. Each worker of a
 * test runner has a share of its own, because two could find the same port free before one of them listens.
 */
const PORTS = { from: 20_000, ofWorker: 1500, workers: 8 } as const;

const CLAIMS = path.join(tmpdir(), 'waymark-test-ports');
const CLAIM_MS = 60_000;

/**
 * Claims a port for a minute: other processes of the run look for ports too, and none listens at once. After that its
 * process listens, or never will.
 */
function claim(port: number): boolean {
  const file = path.join(CLAIMS, String(port));
  mkdirSync(CLAIMS, { recursive: true });
  const claimedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (claimedAt !== undefined && Date.now() - claimedAt > CLAIM_MS) rmSync(file, { force: true });
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (isListening) await new Promise((resolve) => probe.close(resolve));
  return isListening;
}

export async function findFreePort(): Promise<number> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? process.env['TEST_PARALLEL_INDEX'] ?? 0) % PORTS.workers;
  const from = PORTS.from + worker * PORTS.ofWorker;
  for (;;) {
    const port = randomInt(from, from + PORTS.ofWorker);
    if (claim(port) && (await isFree(port))) return port;
  }
}

/**
 * Starts the server as a separate process, like `npm start`. `stderr`: a file descriptor in place of a pipe to the
 * test.
 */
export function startServerProcess(
  port: number,
  settings: Readonly<Record<string, string>>,
  flags: readonly string[] = ['--demo-default'],
  stderr: number | 'pipe' = 'pipe',
): ServerProcess {
  const ours = Object.entries(process.env).filter(([name]) => !name.startsWith('WAYMARK_'));
  const child = spawn(process.execPath, [...nodeFlags, MAIN, ...flags], {
    env: { ...Object.fromEntries(ours), WAYMARK_PORT: String(port), ...LINKS_OFF, ...settings },
    stdio: ['ignore', 'pipe', stderr],
  });
  let output = '';
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const ready = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Waymark is ready')) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    void exited.then((code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  ready.catch(() => undefined);
  return { child, port, output: () => output, ready, exited };
}

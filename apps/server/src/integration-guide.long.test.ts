import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { KEY_SCOPES } from '@waymark/contract/key-scopes';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk, openRunDesk, type RunDesk } from './features/runs/testing/run-desk.ts';
import { makeTemporaryFolder } from './testing/temporary-folder.ts';

// Runs the commands of docs/integration.md.

const ROOT = path.resolve(import.meta.dirname, '../../..');
const UID = 100_101;
const ADDRESS = 'http://127.0.0.1:8080';
/** Prints the status of each call on a separate line below its answer. */
const CURL = String.raw`curl() { command curl -sS -w '\nstatus %{http_code}\n' "$@"; }`;

const guide = await readFile(path.join(ROOT, 'docs/integration.md'), 'utf8');
const listBlocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(?<code>.*?)^\`\`\``, 'gms'))].map(
    ({ groups }) => groups?.['code'] ?? '',
  );
const shellBlocks = listBlocks('sh');
/** The stream client continues the code of the hub client. */
const [quickStart = '', keyClient = '', hubClient = '', streamClient = ''] = listBlocks('js');

let desk: RunDesk;
let folder: string;
/** An API key with every scope. */
let KEY: string;
/** Names in the guide and their values in this test. */
let names: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = await makeTemporaryFolder('guide');
  desk = await openRunDesk(UID);
  const { runId, device } = await desk.launch();
  await desk.hear(device, 2000);
  // A passage before the launch, so that it belongs to no run.
  const { passageId } = await desk.hear(device, -3000);
  await expectOk(
    desk.world.call('admin', 'POST', '/finished/pigrun/add/', {
      ...(await desk.readText(runId)),
      recieveTime: formatUtcSecond(desk.after(5000)),
    }),
  );
  const queued = await desk.world.call('admin', 'POST', '/commands/queue', {
    uid: UID,
    commandType: 'DeviceInfo',
    timeStampSent: '2026-03-18 00:03:59',
    parameters: {},
  });
  const { commandId } = (await queued.json()) as { commandId: number };
  KEY = (await makeKey()).key;
  names = new Map([
    ['/api/key/5 ', `/api/key/${(await makeKey()).id} `],
    [ADDRESS, desk.server.address],
    ['/event-hooks/3', `/event-hooks/${await makeWebhook()}`],
    ['/41 ', `/${runId} `],
    ['/41/file', `/${runId}/file`],
    ['"runId": 41', `"runId": ${runId}`],
    ['70311', String(passageId)],
    ['5120', String(commandId)],
  ]);
});
afterAll(async () => {
  await desk.server.close();
  await rm(folder, { recursive: true, force: true });
});

async function makeKey(): Promise<{ readonly id: number; readonly key: string }> {
  const body = { name: 'Guide', scopes: [...KEY_SCOPES], currentPassword: 'Waymark-demo-1' };
  const made = await desk.world.call('admin', 'POST', '/key', body);
  return (await made.json()) as { readonly id: number; readonly key: string };
}

async function makeWebhook(): Promise<number> {
  const body = { url: 'https://receiver.example.com/', description: '', eventTypes: ['waymark.run.launched'] };
  const made = await desk.world.call('admin', 'POST', '/event-hooks', body);
  return ((await made.json()) as { id: number }).id;
}

const adapt = (text: string) => [...names].reduce((adapted, [told, here]) => adapted.replaceAll(told, here), text);

/** Runs a block and returns the outcome of each call. */
async function type(block: string): Promise<string[]> {
  const { token: TOKEN } = await desk.server.signIn('admin@demo.waymark');
  const lines = adapt(block)
    .split('\n')
    .filter((line) => !/^(?:TOKEN|KEY)=/.test(line));
  const { stdout } = await promisify(execFile)('bash', ['-ec', [CURL, ...lines].join('\n')], {
    cwd: folder,
    env: { ...process.env, TOKEN, KEY },
  });
  return [...stdout.matchAll(/^status (?<status>\d+)$/gm)].map(({ groups }) =>
    groups?.['status']?.startsWith('2') ? 'done' : `refused: ${stdout}`,
  );
}

const firstLine = (block: string) => block.split('\n').find((line) => line.startsWith('curl')) ?? '';
/** This block shows a refusal. */
const isRefused = (block: string) => block.includes('/admin/group');

describe('[W-165] [W-409] shell commands of the integration guide', () => {
  test('the guide has more than six shell blocks', () => expect(shellBlocks.length).toBeGreaterThan(6));

  test.each(shellBlocks.map((block) => [firstLine(block), block]))(
    'the commands of the guide succeed: %s',
    async (_title, block) => {
      const answers = await type(block);
      expect(answers).toHaveLength(block.match(/^curl /gm)?.length ?? 0);
      const wanted = isRefused(block) ? '"code":"forbidden"' : /^done$/;
      for (const answer of answers) expect(answer).toMatch(wanted);
    },
  );
});

/** Runs a client and returns its first output line that starts with `start`. */
async function runUntil(client: string, start: string): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', adapt(client)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, KEY, WAYMARK_KEY: KEY },
  });
  try {
    for await (const line of createInterface(child.stdout)) if (line.startsWith(start)) return line;
    return 'it ended';
  } finally {
    child.kill();
  }
}

test('[W-544] the quick start lists runs, then hears the hub', async () => {
  expect(await runUntil(quickStart, 'completed run')).toMatch(/^completed run \d+: \d of 4 markers verified$/);
  expect(await runUntil(quickStart, 'connected')).toBe('connected: load afresh what you show');
});

test('[W-544] the quick start of docs/examples lists runs, connects, and hears a passage', async () => {
  const child = spawn(process.execPath, ['docs/examples/quick-start.mjs', desk.server.address], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, WAYMARK_KEY: KEY },
  });
  try {
    const lines: string[] = [];
    createInterface(child.stdout).on('line', (line) => lines.push(line));
    await expect.poll(() => lines, { timeout: 10_000 }).toContain('connected');
    expect(lines[0]).toMatch(/^\d+ active runs$/);
    expect(lines.filter((line) => line.startsWith('completed '))).toHaveLength(1);
    const { device } = await desk.launch();
    await desk.hear(device, 2000);
    await expect
      .poll(() => lines.find((line) => line.startsWith(`AGM ${device.uid} has heard`)), { timeout: 10_000 })
      .toBeDefined();
  } finally {
    child.kill();
  }
});

test('[W-409] the client of the guide with an API key connects', async () => {
  expect(await runUntil(keyClient, 'connected')).toBe('connected: load afresh what you show');
});

test('[W-165] the stream client of the guide is admitted by its cookie and listens', async () => {
  expect(await runUntil(`${hubClient}\n${streamClient}`, 'ListenToAgm')).toBe('ListenToAgm { ok: true }');
});

test('[W-165] the stream client of the guide is refused without forceNew, as the guide says', async () => {
  const shared = streamClient.replace(/^ *forceNew.*\n/m, '');
  expect(shared).not.toBe(streamClient);
  expect(await runUntil(`${hubClient}\n${shared}`, 'stream refused')).toBe('stream refused: unauthenticated');
});

test('the hub client of the guide connects and receives events', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', adapt(hubClient)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const lines = createInterface(child.stdout);
    expect(String(await once(lines, 'line'))).toBe('connected: load afresh what you show');
    const heard = once(lines, 'line');
    await desk.world.call('admin', 'POST', '/commands/queue', {
      uid: UID,
      commandType: 'DeviceInfo',
      timeStampSent: '2026-03-18 00:03:59',
      parameters: {},
    });
    expect(String(await heard)).toMatch(/^ReceiveCommandUpdate/);
  } finally {
    child.kill();
  }
});

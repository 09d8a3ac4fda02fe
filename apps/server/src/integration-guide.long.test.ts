import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk, openRunDesk, type RunDesk } from './features/runs/testing/run-desk.ts';
import { makeTemporaryFolder } from './testing/temporary-folder.ts';

// What docs/integration.md tells people to type, typed.

const ROOT = path.resolve(import.meta.dirname, '../../..');
const UID = 100_101;
const ADDRESS = 'http://127.0.0.1:8080';
/** Prints the status of each call on a line of its own, below its answer. */
const CURL = String.raw`curl() { command curl -sS -w '\nstatus %{http_code}\n' "$@"; }`;

const guide = await readFile(path.join(ROOT, 'docs/integration.md'), 'utf8');
const listBlocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(?<code>.*?)^\`\`\``, 'gms'))].map(
    ({ groups }) => groups?.['code'] ?? '',
  );
const shellBlocks = listBlocks('sh');
/** The lines of the streams go on where those of the hub end. */
const [hubClient = '', streamClient = ''] = listBlocks('js');

let desk: RunDesk;
let folder: string;
/** What stands in the guide, and what it is here. */
let names: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = await makeTemporaryFolder('guide');
  desk = await openRunDesk(UID);
  const { runId, device } = await desk.launch();
  await desk.hear(device, 2000);
  // Before the launch: no run has it.
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
  names = new Map([
    [ADDRESS, desk.server.address],
    ['/41 ', `/${runId} `],
    ['"runId": 41', `"runId": ${runId}`],
    ['70311', String(passageId)],
    ['5120', String(commandId)],
  ]);
});
afterAll(async () => {
  await desk.server.close();
  await rm(folder, { recursive: true, force: true });
});

const adapt = (text: string) => [...names].reduce((adapted, [told, here]) => adapted.replaceAll(told, here), text);

/** What became of a block's calls. */
async function type(block: string): Promise<string[]> {
  const { token: TOKEN } = await desk.server.signIn('admin@demo.waymark');
  const lines = adapt(block)
    .split('\n')
    .filter((line) => !line.startsWith('TOKEN='));
  const { stdout } = await promisify(execFile)('bash', ['-ec', [CURL, ...lines].join('\n')], {
    cwd: folder,
    env: { ...process.env, TOKEN },
  });
  return [...stdout.matchAll(/^status (?<status>\d+)$/gm)].map(({ groups }) =>
    groups?.['status']?.startsWith('2') ? 'done' : `refused: ${stdout}`,
  );
}

const firstLine = (block: string) => block.split('\n').find((line) => line.startsWith('curl')) ?? '';
/** It is there to show how a refusal looks. */
const isRefused = (block: string) => block.includes('/admin/group');

describe('[W-165] the calls of the guide', () => {
  test('are many', () => expect(shellBlocks.length).toBeGreaterThan(6));

  test.each(shellBlocks.map((block) => [firstLine(block), block]))('%s', async (_title, block) => {
    const answers = await type(block);
    expect(answers).toHaveLength(block.match(/^curl /gm)?.length ?? 0);
    const wanted = isRefused(block) ? '"code":"forbidden"' : /^done$/;
    for (const answer of answers) expect(answer).toMatch(wanted);
  });
});

/** Runs a client and answers its first line that begins like this. */
async function runUntil(client: string, start: string): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', adapt(client)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    for await (const line of createInterface(child.stdout)) if (line.startsWith(start)) return line;
    return 'it ended';
  } finally {
    child.kill();
  }
}

test('[W-165] the stream client of the guide is let in by its cookie, and listens', async () => {
  expect(await runUntil(`${hubClient}\n${streamClient}`, 'ListenToAgm')).toBe('ListenToAgm { ok: true }');
});

test('[W-165] without forceNew the stream client of the guide is refused, as the guide says', async () => {
  const shared = streamClient.replace(/^ *forceNew.*\n/m, '');
  expect(shared).not.toBe(streamClient);
  expect(await runUntil(`${hubClient}\n${shared}`, 'stream refused')).toBe('stream refused: unauthenticated');
});

test('the client of the guide connects to the hub and hears what happens', async () => {
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

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from './lib/root.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waymark-hand-over-'));

const program = write(
  'program.ts',
  `const code: number = Number(process.argv[2]);
   for (const signal of ['SIGINT', 'SIGTERM'] as const) {
     process.on(signal, () => {
       console.log(signal);
       // Long enough for a second request to arrive.
       setTimeout(() => process.exit(code), 300);
     });
   }
   // Where nobody asks it to stop, it must not outlive the test for long.
   setTimeout(() => process.exit(99), 20_000);
   console.log('ready');`,
);
const launcher = write(
  'launcher.mjs',
  `import { handOver } from ${JSON.stringify(pathToFileURL(path.join(root, 'scripts/lib/tool.mjs')).href)};
   await handOver(${JSON.stringify(program)}, [process.argv[2]]);`,
);
/** Replaces npm: starts a shell that starts the script, and passes no signal on. */
const npm = write(
  'npm.mjs',
  `import { spawn } from 'node:child_process';
   const script = process.argv[2];
   const env = { ...process.env, npm_lifecycle_event: 'start', npm_lifecycle_script: script };
   spawn('sh', ['-c', script + '; true'], { stdio: 'inherit', env });`,
);

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')('the program that a command goes on as', () => {
  it('a script receives one request to stop, however often it is sent, and its exit code is returned', async () => {
    const command = await start(launcher, '7');
    command.kill('SIGINT');
    command.kill('SIGTERM');
    const [code] = await once(command, 'exit');
    await command.closed;
    expect(code).toBe(7);
    // The system does not guarantee the order of two signals.
    expect(command.lines).toHaveLength(2);
    expect(['SIGINT', 'SIGTERM']).toContain(command.lines[1]);
  });

  it('a closed terminal counts as a request to stop', async () => {
    const command = await start(launcher, '0');
    command.kill('SIGHUP');
    await command.closed;
    expect(command.lines).toEqual(['ready', 'SIGTERM']);
  });

  it('a script stops when its command is killed', async () => {
    const command = await start(launcher, '0');
    command.kill('SIGKILL');
    await command.closed;
    expect(command.lines).toEqual(['ready', 'SIGTERM']);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('a script stops when npm gets %s', async (signal) => {
    const command = await start(npm, `"${process.execPath}" "${launcher}" 0`);
    command.kill(signal);
    await command.closed;
    expect(command.lines).toEqual(['ready', 'SIGTERM']);
  });
});

interface Started {
  readonly lines: string[];
  /** Resolves when every process that holds our end of the output has exited. */
  readonly closed: Promise<unknown>;
}

async function start(script: string, argument: string): Promise<ChildProcess & Started> {
  const { npm_lifecycle_event: _, ...env } = process.env;
  const child = spawn(process.execPath, [script, argument], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const lines: string[] = [];
  await new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      lines.push(...text.trim().split('\n'));
      resolve();
    });
  });
  return Object.assign(child, { lines, closed: once(child, 'close') });
}

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
}

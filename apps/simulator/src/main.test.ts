import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { USAGE } from './options.ts';

async function run(...args: readonly string[]) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url)), ...args]);
  const output = { out: '', errors: '' };
  child.stdout.on('data', (text) => (output.out += String(text)));
  child.stderr.on('data', (text) => (output.errors += String(text)));
  const [code] = await once(child, 'close');
  return { code: code as number, ...output };
}

describe('command line', () => {
  it('prints its usage', async () => {
    expect(await run('--help')).toEqual({ code: 0, out: USAGE, errors: '' });
  });

  it('fails with a reason if no server answers', async () => {
    const { code, errors } = await run('--scenario', 'load', '--server', 'http://127.0.0.1:9');
    expect(code).toBe(1);
    expect(errors).toContain('127.0.0.1:9');
  });
});

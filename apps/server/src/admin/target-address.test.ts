import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeTestFolder } from '@waymark/embedded-postgres/testing/test-folder';
import { listFamily, readAll } from '../testing/process-family.ts';
import { AdminError } from './open-database.ts';
import { addPassword } from './target-address.ts';

const SECRET = 'p@ss w0rd+%';

describe('addPassword', () => {
  it.each([
    'postgres://waymark:secret@db.example.com/waymark',
    'postgresql://db.example.com/waymark?user=waymark&password=secret',
  ])('[W-071] addPassword refuses the password in %s and says how to give it', async (address) => {
    const refusal = addPassword(address, () => 'never asked');
    await expect(refusal).rejects.toThrow(AdminError);
    await expect(refusal).rejects.toThrow('leave it out of --to, it is asked for, or set WAYMARK_TARGET_PASSWORD.');
  });

  it('addPassword adds the given password, and none when none was given', async () => {
    const address = 'postgres://waymark@db.example.com:5432/waymark?sslmode=verify-full';
    expect(new URL(await addPassword(address, () => SECRET)).searchParams.get('password')).toBe(SECRET);
    expect(await addPassword(address, () => '')).toBe(address);
    await expect(addPassword('db.example.com', () => SECRET)).rejects.toThrow('--to takes a postgres:// address.');
  });
});

function startMove(target: string, settings: Readonly<Record<string, string>>) {
  const ours = Object.entries(process.env).filter(([name]) => !name.startsWith('WAYMARK_'));
  const env = { ...Object.fromEntries(ours), WAYMARK_DATA_DIR: path.join(makeTestFolder(), 'data'), ...settings };
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../admin.ts'), 'move', '--to', target], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

describe.runIf(process.platform === 'linux')('admin move', () => {
  it(
    '[W-071] admin move keeps the password out of its arguments and out of the arguments and environment of its PostgreSQL',
    { timeout: 120_000 },
    async () => {
      const target = createServer().listen(0, '127.0.0.1');
      onTestFinished(() => void target.close());
      await once(target, 'listening');
      const { port } = target.address() as AddressInfo;
      const child = startMove(`postgres://waymark@127.0.0.1:${port}/waymark`, { WAYMARK_TARGET_PASSWORD: SECRET });
      await once(target, 'connection');
      const [own = 0, ...others] = listFamily(child.pid ?? 0);
      const commands = readAll([own, ...others], 'cmdline');
      expect(commands.some((command) => path.basename(command.split('\0')[0] ?? '') === 'postgres')).toBe(true);
      const told = [...commands, ...readAll(others, 'environ')].join('\n');
      for (const secret of [SECRET, encodeURIComponent(SECRET), 'WAYMARK_TARGET_PASSWORD'])
        expect(told).not.toContain(secret);
    },
  );

  it('[W-071] admin move refuses a password in an argument with one line', { timeout: 60_000 }, async () => {
    const child = startMove('postgres://waymark:secret@127.0.0.1:1/waymark', {});
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(said).toMatch(/^A password in an argument can be read by everyone on this machine: [^\n]+\n$/);
    expect(said).not.toContain('secret');
  });
});

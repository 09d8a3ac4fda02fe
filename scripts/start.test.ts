import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

test('npm start refuses to open an unrequested demo to the network', { timeout: 120_000 }, () => {
  const { status, stderr } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'run.mjs'), 'start'], {
    env: { ...process.env, WAYMARK_HOST: '0.0.0.0' },
    encoding: 'utf8',
  });
  expect(stderr).toContain('Demo mode has published passwords and stays on this machine');
  expect(status).toBe(1);
});

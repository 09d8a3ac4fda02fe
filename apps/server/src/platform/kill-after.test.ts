import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

test('[W-005] killAfter kills a process whose event loop is blocked, and logs that', async () => {
  const script = `
    import { killAfter } from ${JSON.stringify(path.join(import.meta.dirname, 'kill-after.ts'))};
    killAfter(50);
    const block = () => Promise.resolve().then(block);
    block();`;
  const ended = await new Promise<{ signal: unknown; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { timeout: 20_000, killSignal: 'SIGTERM' },
      (error, _stdout, stderr) => resolve({ signal: error?.signal, stderr }),
    );
  });
  expect(ended.signal).toBe('SIGKILL');
  expect(ended.stderr).toContain('the process is killed');
});

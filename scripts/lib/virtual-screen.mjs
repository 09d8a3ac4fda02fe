// @ts-check
// Firefox draws WebGL only on a screen. Where there is none, Xvfb is one.
import { spawn } from 'node:child_process';
import { findXvfb } from './browsers.mjs';
import { Failure } from './fail.mjs';

/**
 * Calls `work` with the environment that names a screen.
 * @template Result
 * @param {(env: NodeJS.ProcessEnv) => Promise<Result>} work
 */
export async function withScreen(work) {
  const xvfb = findXvfb();
  if (process.env['DISPLAY'] !== undefined || xvfb === undefined) return work({});
  const { display, stop } = await startXvfb(xvfb);
  try {
    return await work({ DISPLAY: display });
  } finally {
    stop();
  }
}

/**
 * Xvfb itself picks a free number, and prints it as soon as the screen can be used.
 * @param {string} executable
 * @returns {Promise<{ display: string, stop: () => void }>}
 */
function startXvfb(executable) {
  const args = ['-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
  const child = spawn(executable, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const stop = () => child.kill();
  // A command that is stopped ends by process.exit, past the `finally` above.
  process.once('exit', stop);
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (/** @type {Buffer} */ line) => resolve({ display: `:${line.toString().trim()}`, stop }));
    child.once('error', reject);
    child.once('exit', () => reject(new Failure('Xvfb ended before its screen could be used.')));
  });
}

// @ts-check
import { spawn } from 'node:child_process';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { Failure } from './fail.mjs';
import { root } from './root.mjs';
import { onStop, signalThatAskedToStop } from './stop.mjs';

const isWindows = process.platform === 'win32';
const stopWithLauncher = fileURLToPath(new URL('stop-with-launcher.cjs', import.meta.url));
const endWithLauncher = fileURLToPath(new URL('end-with-launcher.cjs', import.meta.url));

/**
 * @typedef {object} ChildOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [capture] keep what it prints instead of showing it
 * @property {boolean} [abrupt] what it does half is of no use, so it is killed where others are asked to stop
 * @property {boolean} [withItsOwn] its own children are asked to stop as well, as a terminal does; else that is its business
 * @property {boolean} [shell]
 */

/** @typedef {{ code: number, output: string }} Ended */
/** @typedef {{ ended: Promise<Ended>, stop: () => void }} Child */

/**
 * Starts a program that receives each request to stop exactly once. It has its own process group, so that a terminal's
 * Ctrl-C reaches it only through us. (Windows has no process groups: there the console signals it, and we only wait.)
 * @param {string} executable
 * @param {readonly string[]} args
 * @param {ChildOptions} [options]
 * @returns {Child}
 */
export function startChild(executable, args, options = {}) {
  return start(executable, args, options, []);
}

/**
 * Starts a Node script, which also stops when we are killed and cannot signal it.
 * @param {string} node
 * @param {readonly string[]} args
 * @param {ChildOptions} [options]
 * @returns {Child}
 */
export function startNode(node, args, options = {}) {
  const preload = options.abrupt ? endWithLauncher : stopWithLauncher;
  return start(node, ['--require', preload, ...args], options, ['ipc']);
}

/**
 * Waits for a child to exit. If a stop was requested meanwhile, the command exits with it.
 * @param {Child} child
 */
export async function endOf(child) {
  const ended = await child.ended;
  const signal = signalThatAskedToStop();
  if (signal !== undefined) process.exit(exitCodeOf(signal));
  return ended;
}

/**
 * @param {string} executable
 * @param {readonly string[]} args
 * @param {ChildOptions} options
 * @param {'ipc'[]} channel
 * @returns {Child}
 */
function start(executable, args, options, channel) {
  const print = options.capture ? 'pipe' : 'inherit';
  const child = spawn(executable, args, {
    cwd: options.cwd ?? root,
    env: options.env ?? process.env,
    stdio: ['ignore', print, print, ...channel],
    detached: !isWindows,
    shell: options.shell ?? false,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
  }
  const forget = onStop((signal) => {
    // A closed terminal is a request to stop like any other, although few programs treat SIGHUP as one.
    const passedOn = options.abrupt ? 'SIGKILL' : signal === 'SIGHUP' ? 'SIGTERM' : signal;
    if (isWindows && passedOn === 'SIGINT') return;
    if (options.withItsOwn && !isWindows) killGroup(child.pid, passedOn);
    else child.kill(passedOn);
  });
  /** @type {Promise<Ended>} */
  const ended = new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Failure(`Cannot run ${executable}: ${error.message}`)));
    child.once('close', (code, signal) => resolve({ code: code ?? exitCodeOf(signal), output }));
  });
  return { ended: ended.finally(forget), stop: () => child.kill('SIGTERM') };
}

/**
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
function killGroup(pid, signal) {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The process has already exited.
  }
}

/** @param {NodeJS.Signals | null} signal */
function exitCodeOf(signal) {
  return signal === null ? 1 : 128 + (os.constants.signals[signal] ?? 0);
}

import { Worker } from 'node:worker_threads';

const SCRIPT = `
const { writeSync } = require('node:fs');
const { workerData } = require('node:worker_threads');
setTimeout(() => {
  writeSync(2, 'The event loop is blocked and the server cannot stop: the process is killed.\\n');
  process.kill(process.pid, 'SIGKILL');
}, workerData);
`;

/** Kills this process after the given time, from a thread: timers do not run while the event loop is blocked. */
export function killAfter(delayMs: number): void {
  new Worker(SCRIPT, { eval: true, execArgv: [], workerData: delayMs }).unref();
}

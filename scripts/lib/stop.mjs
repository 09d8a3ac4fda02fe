// @ts-check
// One place that hears Ctrl-C, the signals of a supervisor and the death of npm.
import { watchNpm } from './npm-death.mjs';

/** Ctrl-C arrives from the terminal and again through npm. Two signals within this time count as one. */
const SAME_REQUEST_MS = 1000;
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** @type {Set<(signal: NodeJS.Signals) => void>} */
const listeners = new Set();
/** @type {NodeJS.Signals | undefined} */
let askedBy;
let askedAtMs = -Infinity;
let isListening = false;

/** The signal that requested a stop, if any. */
export function signalThatAskedToStop() {
  return askedBy;
}

/**
 * Calls `listener` for every request to stop, until the returned function is called.
 * @param {(signal: NodeJS.Signals) => void} listener
 */
export function onStop(listener) {
  startListening();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function startListening() {
  if (isListening) return;
  isListening = true;
  for (const signal of SIGNALS) process.on(signal, () => askToStop(signal));
  watchNpm(() => {
    if (askedBy === undefined) askToStop('SIGTERM');
  });
}

/** @param {NodeJS.Signals} signal */
function askToStop(signal) {
  const nowMs = performance.now();
  if (nowMs - askedAtMs < SAME_REQUEST_MS) return;
  askedAtMs = nowMs;
  askedBy = signal;
  for (const listener of listeners) listener(signal);
}

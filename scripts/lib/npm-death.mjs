// @ts-check
// npm passes no SIGTERM on: TERM or KILL sent to `npm start` ends npm and its shell and leaves the script behind.
// So the script looks for itself whether those above it still live.
import fs from 'node:fs';

const POLL_MS = 500;

const parentPid = process.ppid;
const npmAboveShell = isShellOfNpm(parentPid) ? parentOf(parentPid) : undefined;

/**
 * Calls `onGone` once when npm, or the shell it started us with, has exited. Does nothing for a script that npm did not
 * start: its parent may be a shell that the user logs out of.
 * @param {() => void} onGone
 */
export function watchNpm(onGone) {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid === parentPid && (npmAboveShell === undefined || parentOf(parentPid) === npmAboveShell)) return;
    clearInterval(timer);
    onGone();
  }, POLL_MS);
  timer.unref();
}

/**
 * Some shells replace themselves by the command. Then our parent is npm itself, and the process above it does not
 * matter.
 * @param {number} pid
 */
function isShellOfNpm(pid) {
  const script = process.env['npm_lifecycle_script'];
  const [, flag, command] = readProc(pid, 'cmdline').split('\0');
  return script !== undefined && flag === '-c' && command !== undefined && command.startsWith(script);
}

/** @param {number} pid */
function parentOf(pid) {
  // The second field is the command's name in brackets, which may itself contain spaces and brackets.
  const afterName = readProc(pid, 'stat').split(') ').at(-1) ?? '';
  const parent = Number(afterName.split(' ')[1]);
  return Number.isInteger(parent) ? parent : undefined;
}

/**
 * @param {number} pid
 * @param {string} name
 */
function readProc(pid, name) {
  try {
    return fs.readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

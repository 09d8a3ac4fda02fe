import { format } from 'node:util';
import type { Log } from './log.ts';

const METHODS = ['trace', 'debug', 'log', 'info', 'warn', 'error'] as const;

/**
 * Sends to the log what libraries print to the console: the console writes synchronously, and a stuck reader would
 * block the process. Errors lose the stacks that the log leaves out, too.
 */
export function sendConsoleToLog(log: Log, output: Pick<Console, (typeof METHODS)[number]> = console): void {
  for (const method of METHODS) {
    output[method] = (...printed: readonly unknown[]) => {
      const err = printed.find((value) => value instanceof Error);
      const text = format(...printed.filter((value) => value !== err));
      log.warn({ ...(err && { err }), ...(text !== '' && { text }) }, 'a library printed to the console');
    };
  }
}

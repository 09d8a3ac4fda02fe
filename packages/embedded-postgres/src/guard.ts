// Runs a program under a shell that watches a pipe from this process. The kernel closes the pipe however this process
// ends, kill -9 included, and the shell stops the program. Detached, so that Ctrl-C does not reach the program.
import { type ChildProcess, spawn } from 'node:child_process';
import { type DatabaseUser, runAs } from './database-user.ts';

export interface GuardedProgram {
  /** Exit code; null if the guard itself was killed or did not start. */
  readonly exited: Promise<number | null>;
  hasExited(): boolean;
  /** Returns the last lines of its output. */
  readOutput(): string[];
  /** Sends the stop signal, as the end of this process does. */
  stop(): void;
}

const script = `
signal=$1; shift
exec 3<&0 </dev/null
"$@" 3<&- &
program=$!
trap '' INT TERM HUP
{ read -r line <&3; kill "-$signal" "$program"; } >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait "$program"; code=$?
kill -KILL "$watcher" 2>/dev/null
exit "$code"
`;
const keptLines = 40;

export function runGuarded(
  command: string,
  args: string[],
  options: { user: DatabaseUser | null; stopSignal: 'INT' | 'KILL' },
): GuardedProgram {
  const shell = spawn('/bin/sh', ['-c', script, 'sh', options.stopSignal, command, ...args], {
    ...runAs(options.user),
    stdio: 'pipe',
    detached: true,
  });
  let hasExited = false;
  const exited = waitForExit(shell).then((code) => {
    hasExited = true;
    shell.stdin.destroy();
    return code;
  });
  shell.stdin.on('error', () => undefined);
  return { exited, hasExited: () => hasExited, readOutput: keepLastLines(shell), stop: () => shell.stdin.end() };
}

function waitForExit(shell: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    shell.on('error', () => resolve(null));
    shell.on('close', (code) => resolve(code));
    // A killed guard leaves the program running and its output open.
    shell.on('exit', (_code, signal) => {
      if (signal !== null) resolve(null);
    });
  });
}

function keepLastLines(shell: ChildProcess): () => string[] {
  let lines: string[] = [];
  let rest = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      lines = [...lines, ...parts].slice(-keptLines);
    });
  }
  return () => [...lines, rest].filter((line) => line !== '');
}

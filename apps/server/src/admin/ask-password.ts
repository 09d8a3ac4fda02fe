import { once } from 'node:events';
import { stdin, stderr } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks for a password without echo. Reads the first line of a pipe; an empty pipe gives an empty password. */
export async function askPassword(question: string): Promise<string> {
  const hidden = new Writable({ write: (_piece, _encoding, done) => done() });
  const asking = createInterface({ input: stdin, output: hidden, terminal: stdin.isTTY });
  if (stdin.isTTY) stderr.write(question);
  try {
    return await Promise.race([asking.question(''), once(asking, 'close').then(() => '')]);
  } finally {
    asking.close();
    if (stdin.isTTY) stderr.write('\n');
  }
}

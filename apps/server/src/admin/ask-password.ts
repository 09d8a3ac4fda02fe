import { stdin, stderr } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** What is typed is not shown; from a pipe the first line is read. */
export async function askPassword(question: string): Promise<string> {
  const hidden = new Writable({ write: (_piece, _encoding, done) => done() });
  const asking = createInterface({ input: stdin, output: hidden, terminal: stdin.isTTY });
  if (stdin.isTTY) stderr.write(question);
  try {
    return await asking.question('');
  } finally {
    asking.close();
    if (stdin.isTTY) stderr.write('\n');
  }
}

import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTemporaryFolder } from '../testing/temporary-folder.ts';
import { LogOutput } from './log-output.ts';

let folder: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder('log');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const openFile = (name: string) => fs.openSync(path.join(folder, name), 'w');
const read = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8');
const isLinux = process.platform === 'linux';

test('log output writes lines in their order', async () => {
  const output = new LogOutput(openFile('a'));
  const lines = Array.from({ length: 1000 }, (_, at) => `line ${at}\n`);
  for (const line of lines) output.write(line);
  await vi.waitFor(() => expect(read('a')).toBe(lines.join('')));
  expect(output.dropped).toBe(0);
});

test.runIf(isLinux)(
  '[W-083] log output drops and counts lines on a full disk, and says so when there is room',
  async () => {
    const fd = fs.openSync('/dev/full', 'w');
    const output = new LogOutput(fd);
    for (let count = 0; count < 3; count++) output.write('lost\n');
    await vi.waitFor(() => expect(output.dropped).toBe(3));
    // The same descriptor, now on a disk with free space.
    fs.closeSync(fd);
    expect(openFile('b')).toBe(fd);
    output.write('kept\n');
    await vi.waitFor(() => expect(read('b')).toContain('kept'));
    expect(read('b')).toMatch(/"msg":"3 log lines could not be written and were dropped"\}\nkept\n$/);
    output.write('next\n');
    await vi.waitFor(() => expect(read('b')).toMatch(/kept\nnext\n$/));
  },
);

test('[W-083] log output holds at most a million characters for a reader that is stuck', async () => {
  const output = new LogOutput(openFile('c'));
  const line = `${'x'.repeat(999)}\n`;
  // Only the first line is written before this turn of the event loop ends.
  for (let count = 0; count < 3000; count++) output.write(line);
  expect(output.dropped).toBeGreaterThan(1900);
  output.write('late\n');
  await vi.waitFor(() => expect(/(\d+) log lines could not/.exec(read('c'))?.[1]).toBe(String(output.dropped)));
});

test('log output writes pending lines when the process ends', () => {
  const output = new LogOutput(openFile('d'));
  output.write('first\n');
  output.write('last\n');
  output.writeRest();
  expect(read('d')).toContain('last\n');
});

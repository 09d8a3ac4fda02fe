// @ts-check
// `npm run bench -- NAME`: runs bench/NAME.bench.ts.
import fs from 'node:fs';
import path from 'node:path';
import { fail, runCommand } from './lib/fail.mjs';
import { handOver } from './lib/hand-over.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/root.mjs';

const SUFFIX = '.bench.ts';
const folder = path.join(root, 'bench');

await runCommand(async () => {
  const benches = listBenches();
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined || !benches.includes(name)) {
    fail(`npm run bench -- NAME, where NAME is one of: ${benches.join(', ') || '(there are none yet)'}`);
  }
  await ensureInstalled();
  await handOver(path.join(folder, name + SUFFIX), args);
});

function listBenches() {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  return names
    .filter((name) => name.endsWith(SUFFIX))
    .map((name) => name.slice(0, -SUFFIX.length))
    .sort();
}

// @ts-check
// `npm run admin -- COMMAND`: backup, restore and whatever else an operator does beside the console; --help lists it.
import path from 'node:path';
import { handOver } from './lib/hand-over.mjs';
import { runCommand } from './lib/fail.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/root.mjs';

await runCommand(async () => {
  await ensureInstalled();
  await handOver(path.join(root, 'apps/server/src/admin.ts'), process.argv.slice(2));
});

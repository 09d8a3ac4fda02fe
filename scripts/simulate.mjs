// @ts-check
// `npm run simulate -- …`: virtual devices that speak to a running server; --help lists the options.
import path from 'node:path';
import { handOver } from './lib/hand-over.mjs';
import { runCommand } from './lib/fail.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/root.mjs';

await runCommand(async () => {
  await ensureInstalled();
  await handOver(path.join(root, 'apps/simulator/src/main.ts'), process.argv.slice(2));
});

// @ts-check
// `npm run train`: makes the models that judge passages; --help lists the options.
import { fileURLToPath } from 'node:url';
import { runCommand } from './lib/fail.mjs';
import { handOver } from './lib/hand-over.mjs';
import { ensureInstalled } from './lib/install.mjs';

await runCommand(async () => {
  await ensureInstalled();
  await handOver(fileURLToPath(new URL('./train/main.ts', import.meta.url)), process.argv.slice(2));
});

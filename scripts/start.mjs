// @ts-check
// `npm start`: installs what is missing, builds what is stale, goes on as the server.
import path from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { demoDefault } from './lib/demo-default.mjs';
import { runCommand } from './lib/fail.mjs';
import { handOver } from './lib/hand-over.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/root.mjs';
import { serverFlags } from './lib/runtime.mjs';

await runCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
  await handOver(path.join(root, 'apps/server/src/main.ts'), demoDefault, serverFlags);
});

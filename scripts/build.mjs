// @ts-check
// `npm run build`: installs what is missing and builds the console when it is stale.
import { ensureBuilt } from './lib/build.mjs';
import { runCommand } from './lib/fail.mjs';
import { ensureInstalled } from './lib/install.mjs';

await runCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
});

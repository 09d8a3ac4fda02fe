// @ts-check
// `npm run check`: types, lint, arrows, unused code.
import { runChecks } from './lib/checks.mjs';
import { runCommand } from './lib/fail.mjs';
import { ensureInstalled } from './lib/install.mjs';

await runCommand(async () => {
  await ensureInstalled();
  const results = await runChecks();
  const passed = results.filter((result) => result.ok).length;
  console.log(`${passed} passed, ${results.length - passed} failed`);
  process.exit(passed === results.length ? 0 : 1);
});

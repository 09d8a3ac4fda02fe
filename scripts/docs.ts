// `npm run docs`: writes the documents that are generated from the code. Tests fail while one of them is out of date.
import { runCommand } from './lib/fail.mjs';
import { runTool } from './lib/tool.mjs';

const GENERATORS = [
  'packages/commands/src/reference.test.ts', // docs/commands.md
  'packages/contract/src/problems/reference.test.ts', // docs/problems.md
  'packages/contract/src/event-hooks/reference.test.ts', // docs/webhook-events.md
  'apps/server/src/platform/http/openapi.test.ts', // docs/openapi.json
  'apps/server/src/ingest/device-document.test.ts', // the tables of docs/integration-devices.md
];

await runCommand(async () => {
  const { code } = await runTool('vitest', ['run', ...GENERATORS, '--update']);
  process.exit(code);
});

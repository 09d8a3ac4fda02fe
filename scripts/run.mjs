// @ts-check
// `node scripts/run.mjs NAME …`, the commands of package.json: installs what is missing and goes on as the command's program
// in the project's Node. An older Node must be able to run this file and what it imports.
import fs from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { fail, runCommand } from './lib/fail.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/root.mjs';
import { serverFlags } from './lib/runtime.mjs';
import { handOver } from './lib/tool.mjs';

/**
 * Demo mode with simulated devices, unless WAYMARK_DEMO says otherwise. Arguments instead of settings: the server
 * restricts a default demo to this machine and keeps it off real data.
 */
const DEMO = ['--demo-default', '--demo-fleet'];

/** @type {Readonly<Record<string, { program?: string, args?: readonly string[], flags?: readonly string[], isBuilt?: boolean }>>} */
const COMMANDS = {
  start: { program: 'apps/server/src/main.ts', args: DEMO, flags: serverFlags, isBuilt: true },
  dev: { program: 'scripts/dev.ts', args: DEMO },
  simulate: { program: 'apps/simulator/src/main.ts' },
  admin: { program: 'apps/server/src/admin.ts' },
  train: { program: 'scripts/train/main.ts' },
  docs: { program: 'scripts/docs.ts' },
  build: { isBuilt: true },
  release: { program: 'scripts/release.ts' },
  client: { program: 'scripts/client.ts' },
  test: { program: 'scripts/test.ts' },
  requirements: { program: 'scripts/requirements.ts' },
  voice: { program: 'scripts/voice.ts' },
  languages: { program: 'scripts/languages.ts' },
};

const [name = '', ...args] = process.argv.slice(2);

await runCommand(
  async () => {
    const command = name === 'bench' ? { program: findBench(args.shift()) } : COMMANDS[name];
    if (command === undefined)
      fail(`node scripts/run.mjs NAME, where NAME is one of: ${Object.keys(COMMANDS).join(', ')}, bench`);
    await ensureInstalled();
    if (command.isBuilt) await ensureBuilt();
    if (command.program !== undefined)
      await handOver(path.join(root, command.program), [...(command.args ?? []), ...args], command.flags);
  },
  name === 'test' ? '0 passed, 1 failed' : undefined,
);

/** @param {string | undefined} bench */
function findBench(bench) {
  const names = fs.readdirSync(path.join(root, 'bench')).flatMap((file) => /^(.+)\.bench\.ts$/.exec(file)?.[1] ?? []);
  if (bench !== undefined && names.includes(bench)) return `bench/${bench}.bench.ts`;
  return fail(`npm run bench -- NAME, where NAME is one of: ${names.sort().join(', ')}`);
}

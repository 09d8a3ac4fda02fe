// Adds a device command to a copy of the sources by the recipe in CONTRIBUTING.md, and runs the checks there.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from './lib/root.mjs';

const DEFINITION = `import { defineCommand } from '../definition.ts';
import { none } from '../fields.ts';
import { EVERY_FIRMWARE } from '../gates.ts';

export const selfTestCommand = defineCommand({
  type: 'SelfTest',
  label: 'Self Test',
  summary: 'Lets the device test its detectors.',
  parameters: none,
  example: {},
  gate: { cellular: EVERY_FIRMWARE },
  dialog: { place: 14 },
});
`;

const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'waymark-command-'));

function edit(file: string, before: string, after: string): void {
  const place = path.join(copy, file);
  const text = fs.readFileSync(place, 'utf8');
  expect(text).toContain(before);
  fs.writeFileSync(place, text.replace(before, after));
}

function run(...args: readonly string[]): string {
  const tool = path.join(root, 'node_modules/.bin', args[0] ?? '');
  const { status, stdout, stderr } = spawnSync(tool, args.slice(1), {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, CI: '' },
  });
  return status === 0 ? 'ok' : `${stdout}\n${stderr}`;
}

beforeAll(() => {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const file of stdout.split('\0')) {
    if (file === '' || !fs.existsSync(path.join(root, file))) continue;
    fs.mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    fs.copyFileSync(path.join(root, file), path.join(copy, file));
  }
  linkPackages();
}, 60_000);

afterAll(() => fs.rmSync(copy, { recursive: true, force: true }));

/** Links the packages that npm installed. The workspaces are those of the copy. */
function linkPackages(): void {
  for (const folder of ['.', 'packages/device-protocol', 'apps/console']) {
    const [from, to] = [path.join(root, folder, 'node_modules'), path.join(copy, folder, 'node_modules')];
    if (!fs.existsSync(from)) continue;
    fs.mkdirSync(to, { recursive: true });
    for (const name of fs.readdirSync(from))
      if (name !== '@waymark') fs.symlinkSync(path.join(from, name), path.join(to, name));
  }
  const workspaces = path.join(copy, 'node_modules/@waymark');
  fs.mkdirSync(workspaces);
  for (const name of fs.readdirSync(path.join(root, 'node_modules/@waymark')))
    fs.symlinkSync(fs.readlinkSync(path.join(root, 'node_modules/@waymark', name)), path.join(workspaces, name));
}

it('a new command takes one new file, one row and the effect in the simulator', () => {
  fs.writeFileSync(path.join(copy, 'packages/commands/src/list/self-test.ts'), DEFINITION);
  edit(
    'packages/commands/src/commands.ts',
    'import { streamEnableCommand }',
    "import { selfTestCommand } from './list/self-test.ts';\nimport { streamEnableCommand }",
  );
  edit(
    'packages/commands/src/commands.ts',
    '  AddressChange: addressChangeCommand,\n',
    '  AddressChange: addressChangeCommand,\n  SelfTest: selfTestCommand,\n',
  );
  edit(
    'apps/simulator/src/device/command-effect.ts',
    "    case 'AddressChange':\n",
    "    case 'AddressChange':\n    case 'SelfTest':\n",
  );
  expect(
    run(
      'vitest',
      'run',
      'packages/commands/src/reference.test.ts',
      'apps/server/src/platform/http/openapi.test.ts',
      '--update',
    ),
  ).toBe('ok');
  expect(run('tsc', '-b')).toBe('ok');
  expect(
    run(
      'vitest',
      'run',
      '--project',
      'packages',
      '--project',
      'console',
      '--project',
      'simulator',
      'packages/commands',
      'packages/contract',
      'packages/device-protocol',
      'apps/console/src/features/commands',
      'commands-over-links',
    ),
  ).toBe('ok');
  expect(fs.readFileSync(path.join(copy, 'docs/commands.md'), 'utf8')).toContain('### SelfTest');
}, 300_000);

// Packs packages/client for other programs: JavaScript with types, without the contract.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { endOf, startChild } from '../child.mjs';
import { fail } from '../fail.mjs';
import { root } from '../root.mjs';
import { runTool } from '../tool.mjs';
import { describeApi } from './describe-api.ts';

const SOURCE = path.join(root, 'packages/client');

const readJson = (file: string): Record<string, unknown> =>
  JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;

/** The compiler leaves `.ts` in the imports of types. */
function endWithJs(file: string): void {
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
}

async function compile(target: string): Promise<void> {
  const args = ['-p', path.join(SOURCE, 'tsconfig.pack.json'), '--outDir', target];
  const { code, output } = await runTool('typescript', args, { capture: true });
  if (code !== 0) fail(`The client does not compile. ${output}`);
  for (const name of fs.readdirSync(target)) endWithJs(path.join(target, name));
}

/** The manifest of the package: that of the workspace with the files as they are packed. */
function writeManifest(target: string): void {
  const { name, version, description, type, dependencies } = readJson(path.join(SOURCE, 'package.json'));
  const exports = {
    '.': { types: './dist/client.d.ts', default: './dist/client.js' },
    './hub': { types: './dist/hub.d.ts', default: './dist/hub.js' },
    './webhook': { types: './dist/webhook.d.ts', default: './dist/webhook.js' },
  };
  const manifest = {
    name,
    version,
    description,
    type,
    exports,
    files: ['dist'],
    dependencies,
    engines: { node: '>=20.3' },
  };
  fs.writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Writes `waymark-client-VERSION.tgz` into `folder`, and returns its path. */
export async function packClient(folder: string): Promise<string> {
  const draft = fs.mkdtempSync(path.join(os.tmpdir(), 'waymark-client-'));
  try {
    await compile(path.join(draft, 'dist'));
    fs.writeFileSync(path.join(draft, 'dist/api.d.ts'), describeApi());
    fs.copyFileSync(path.join(SOURCE, 'README.md'), path.join(draft, 'README.md'));
    writeManifest(draft);
    fs.mkdirSync(folder, { recursive: true });
    const { code, output } = await endOf(
      startChild('npm', ['pack', draft, '--pack-destination', folder], { capture: true }),
    );
    if (code !== 0) fail(`npm does not pack the client. ${output}`);
    return path.join(folder, `waymark-client-${String(readJson(path.join(draft, 'package.json'))['version'])}.tgz`);
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isForTests, isNeverRun } from './lib/release/left-out.mjs';
import { listProductionFolders } from './lib/release/production-packages.mjs';
import { root } from './lib/root.mjs';

const readJson = (file: string) =>
  JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')) as Record<string, unknown>;

describe('a release has what the server needs to run', () => {
  const packages = {
    'apps/server': { dependencies: { '@waymark/domain': '1.0.0', web: '2.0.0' }, devDependencies: { tester: '1.0.0' } },
    'packages/domain': { dependencies: { web: '1.0.0' } },
    'node_modules/@waymark/domain': { link: true, resolved: 'packages/domain' },
    'packages/domain/node_modules/web': {},
    'node_modules/web': {
      dependencies: { deep: '1.0.0', '@types/node': '1.0.0' },
      optionalDependencies: { 'native-linux': '1.0.0', 'native-mac': '1.0.0' },
    },
    'node_modules/web/node_modules/deep': {},
    'node_modules/deep': {
      peerDependencies: { compiler: '1.0.0' },
      peerDependenciesMeta: { compiler: { optional: true } },
    },
    'node_modules/native-linux': {},
    'node_modules/native-mac': {},
    'node_modules/tester': {},
    'node_modules/compiler': {},
    'node_modules/@types/node': {},
  };
  const isInstalled = (folder: string) => folder !== 'node_modules/native-mac';

  it('and nothing else: no tools, no types, no other platform, each package where Node finds it', () => {
    expect(listProductionFolders({ packages }, 'apps/server', isInstalled)).toEqual([
      'apps/server',
      'node_modules/@waymark/domain',
      'node_modules/native-linux',
      'node_modules/web',
      'node_modules/web/node_modules/deep',
      'packages/domain',
      'packages/domain/node_modules/web',
    ]);
  });

  it('or is not made', () => {
    const broken = { 'apps/server': { dependencies: { web: '2.0.0' } } };
    expect(() => listProductionFolders({ packages: broken }, 'apps/server', isInstalled)).toThrow(
      'package-lock.json has no web',
    );
  });

  it.each([
    ['index.js', false],
    ['LICENSE.md', false],
    ['package.json', false],
    ['lib/test/run.js', false],
    ['migrations/1.sql', false],
    ['index.d.ts', true],
    ['index.js.map', true],
    ['README.md', true],
    ['test/index.js', true],
  ])('of a package, %s is left out: %s', (file, isLeftOut) => {
    expect(isNeverRun(file)).toBe(isLeftOut);
  });

  it.each([
    ['main.ts', false],
    ['platform/database/migrate.ts', false],
    ['platform/database/migrate.test.ts', true],
    ['testing/test-server.ts', true],
    ['features/reports/files/golden/default.csv', true],
  ])('of our own, %s is left out: %s', (file, isLeftOut) => {
    expect(isForTests(file)).toBe(isLeftOut);
  });
});

describe('the version stands in package.json', () => {
  const { version } = readJson('package.json');

  it.each([
    'apps/console',
    'apps/server',
    'apps/simulator',
    ...['contract', 'device-protocol', 'domain', 'files', 'signals'].map((name) => `packages/${name}`),
  ])('and %s has the same', (folder) => {
    expect(readJson(`${folder}/package.json`)['version']).toBe(version);
  });

  it('and is the newest of the release notes, of the change log and of the API', () => {
    expect(Object.keys(readJson('apps/console/public/release-notes.json'))[0]).toBe(version);
    // Changes that wait for a version stand above it, under "Unreleased".
    expect(/^## (?!Unreleased)(\S+)/m.exec(fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'))?.[1]).toBe(
      version,
    );
    expect(readJson('docs/openapi.json')['info']).toMatchObject({ version });
  });
});

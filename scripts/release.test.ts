import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isForTests, isNeverRun, isPostgres } from './lib/release/left-out.ts';
import { listProductionFolders } from './lib/release/production-folders.ts';
import { root } from './lib/root.mjs';

const readJson = (file: string) =>
  JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')) as Record<string, unknown>;

describe('a release has what the server needs to run', () => {
  const folders = listProductionFolders('apps/server');

  it('lists the workspaces and packages that the server needs, where npm put them', () => {
    expect(folders).toEqual(
      expect.arrayContaining([
        'apps/server',
        'packages/domain',
        'packages/embedded-postgres',
        'node_modules/@waymark/domain',
        'node_modules/@waymark/embedded-postgres',
        'node_modules/fastify',
      ]),
    );
    expect(folders.filter((folder) => !fs.existsSync(path.join(root, folder)))).toEqual([]);
  });

  it('lists the PostgreSQL programs as a separate package that a release may leave out', () => {
    expect(folders.filter(isPostgres)).toEqual([`node_modules/@embedded-postgres/${process.platform}-${process.arch}`]);
  });

  it('lists no tools and no types', () => {
    expect(folders.filter((folder) => /vitest|playwright|oxlint|typescript|@types|undici-types/.test(folder))).toEqual(
      [],
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
  ])('leaves out %s of a package: %s', (file, isLeftOut) => {
    expect(isNeverRun(file)).toBe(isLeftOut);
  });

  it.each([
    ['main.ts', false],
    ['platform/database/migrate.ts', false],
    ['platform/database/migrate.test.ts', true],
    ['testing/test-server.ts', true],
    ['features/reports/files/golden/default.csv', true],
  ])('leaves out %s of a workspace: %s', (file, isLeftOut) => {
    expect(isForTests(file)).toBe(isLeftOut);
  });
});

describe('the version stands in package.json', () => {
  const { version } = readJson('package.json');

  it.each([
    'apps/console',
    'apps/server',
    'apps/simulator',
    ...fs.readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`),
  ])('%s has the version of the root package.json', (folder) => {
    expect(readJson(`${folder}/package.json`)['version']).toBe(version);
  });

  it('the version of package.json is the newest in the release notes, the change log and the API', () => {
    expect(Object.keys(readJson('apps/console/public/release-notes.json'))[0]).toBe(version);
    // Unreleased changes stand above it, under "Unreleased".
    expect(/^## (?!Unreleased)(\S+)/m.exec(fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'))?.[1]).toBe(
      version,
    );
    expect(readJson('docs/openapi.json')['info']).toMatchObject({ version });
  });
});

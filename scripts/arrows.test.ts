// Tests the rules of .dependency-cruiser.cjs on a small tree that breaks each of them.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './lib/root.mjs';

interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/** [importing file, import path, rule that must forbid it]; `type ` before a path makes the import type-only. */
const forbidden: readonly (readonly [string, string, string])[] = [
  ['packages/domain/src/a.ts', '@waymark/contract/base', 'domain-imports-nothing'],
  ['packages/domain/src/b.ts', 'type @waymark/contract/base', 'domain-imports-nothing'],
  ['packages/domain/src/c.ts', 'zod', 'domain-imports-nothing'],
  ['packages/domain/src/d.ts', 'node:fs', 'packages-are-pure'],
  ['packages/domain/src/run/a.ts', 'type ../words/base.ts', 'domain-rules-return-codes'],
  ['packages/contract/src/a.ts', '@waymark/signals/base', 'contract-imports-domain-and-commands-only'],
  ['packages/contract/src/b.ts', 'type fastify', 'contract-imports-domain-and-commands-only'],
  ['packages/commands/src/a.ts', '@waymark/contract/base', 'commands-import-domain-only'],
  ['packages/signals/src/a.ts', '@waymark/device-protocol/base', 'packages-import-contract-commands-and-domain-only'],
  [
    'packages/device-protocol/src/a.ts',
    'type ../../../apps/server/src/config.ts',
    'packages-import-contract-commands-and-domain-only',
  ],
  ['packages/signals/src/b.ts', 'node:net', 'packages-are-pure'],
  ['packages/signals/src/c.ts', '@waymark/embedded-postgres/base', 'packages-import-contract-commands-and-domain-only'],
  ['packages/embedded-postgres/src/a.ts', '@waymark/domain/base', 'storage-packages-import-nothing-of-ours'],
  ['packages/backup-archive/src/a.ts', '@waymark/embedded-postgres/base', 'storage-packages-import-nothing-of-ours'],
  [
    'packages/backup-archive/src/b.ts',
    'type ../../../apps/server/src/config.ts',
    'storage-packages-import-nothing-of-ours',
  ],
  ['apps/simulator/src/b.ts', '@waymark/embedded-postgres/base', 'server-alone-imports-storage'],
  ['apps/server/src/platform/a.ts', '../../../simulator/src/base.ts', 'apps-import-packages-only'],
  ['apps/simulator/src/a.ts', 'type ../../server/src/config.ts', 'apps-import-packages-only'],
  ['apps/console/src/api/a.ts', 'type ../../../server/src/config.ts', 'apps-import-packages-only'],
  ['apps/console/src/api/b.ts', 'type @waymark/signals/base', 'console-imports-packages-of-the-browser-only'],
  ['apps/console/src/api/c.ts', 'node:path', 'console-runs-in-a-browser'],
  ['apps/server/src/features/session/a.ts', '../users/users.store.ts', 'server-feature-stays-at-home'],
  ['apps/server/src/features/session/b.ts', 'type ../users/users.store.ts', 'server-feature-stays-at-home'],
  ['apps/server/src/features/session/c.ts', 'type ../../config.ts', 'server-feature-stays-at-home'],
  ['apps/server/src/features/users/f.ts', '../session/session.api.ts', 'server-features-call-downwards'],
  [
    'apps/server/src/features/runs/a.ts',
    'type ../new-feature/new-feature.queries.ts',
    'server-features-call-downwards',
  ],
  ['apps/server/src/platform/c.ts', 'type ../config.ts', 'server-platform-and-hub-know-no-feature'],
  ['apps/server/src/platform/b.ts', 'type ../features/users/users.store.ts', 'server-platform-and-hub-know-no-feature'],
  ['apps/server/src/hub/a.ts', '../features/users/users.queries.ts', 'server-platform-and-hub-know-no-feature'],
  ['apps/server/src/ingest/a.ts', 'type ../features/users/users.store.ts', 'ingest-calls-faces-of-features'],
  ['apps/server/src/ingest/mqtt/a.ts', '../../features/users/users.store.ts', 'ingest-calls-faces-of-features'],
  ['apps/server/src/features/session/d.ts', '../users/users.tables.ts', 'server-tables-are-types'],
  ['apps/server/src/platform/c.ts', '../app.ts', 'server-wiring-is-the-top'],
  ['apps/server/src/features/session/e.ts', 'type ../../wiring/handlers.ts', 'server-wiring-is-the-top'],
  ['apps/console/src/app/a.ts', '#/features/unknown/unknown.data.ts', 'console-feature-has-a-floor'],
  ['apps/console/src/features/session/a.ts', 'type #/app/router.ts', 'console-feature-knows-no-app'],
  [
    'apps/console/src/features/session/b.ts',
    '#/features/notifications/notifications.data.ts',
    'console-feature-imports-lower-floors',
  ],
  ['apps/console/src/features/devices/a.ts', 'type ../runs/runs.data.ts', 'console-feature-imports-lower-floors'],
  [
    'apps/console/src/features/runs/b.ts',
    'type #/features/reports/report.data.ts',
    'console-feature-imports-lower-floors',
  ],
  ['apps/console/src/ui/a.ts', 'type #/features/notifications/notifications.data.ts', 'console-parts-know-no-feature'],
  ['apps/console/src/live/a.ts', '../app/router.ts', 'console-parts-know-no-feature'],
  ['apps/console/src/gallery/shelves/a.ts', 'type #/features/reports/report.data.ts', 'console-gallery-shows-ui'],
  ['apps/console/src/app/b.ts', '../gallery/shelves.ts', 'console-only-the-router-knows-the-gallery'],
  ['apps/server/src/hub/b.ts', './base.test.ts', 'no-tests-in-the-product'],
  ['apps/server/src/hub/c.ts', './missing.ts', 'no-dead-ends'],
  ['apps/server/src/hub/d.ts', 'type @waymark/contract/missing', 'no-dead-ends'],
];

const allowed: readonly (readonly [string, string])[] = [
  ['packages/domain/src/units.ts', './base.ts'],
  ['packages/domain/src/units.test.ts', '@waymark/contract/base'],
  ['packages/contract/src/routes.ts', '@waymark/domain/base'],
  ['packages/contract/src/schema.ts', 'zod'],
  ['packages/contract/src/queue.ts', '@waymark/commands/base'],
  ['packages/signals/src/score.ts', '@waymark/contract/base'],
  ['packages/embedded-postgres/src/start.ts', 'node:child_process'],
  ['packages/backup-archive/src/write.ts', 'node:crypto'],
  ['packages/backup-archive/src/write.test.ts', '@waymark/embedded-postgres/base'],
  ['apps/server/src/platform/storage.ts', '@waymark/backup-archive/base'],
  ['apps/simulator/src/fleet.ts', '@waymark/device-protocol/base'],
  ['apps/server/src/app.ts', './wiring/handlers.ts'],
  ['apps/server/src/wiring/handlers.ts', '../features/session/session.routes.ts'],
  ['apps/server/src/main.ts', './app.ts'],
  ['apps/server/src/features/session/session.store.ts', './session.service.ts'],
  ['apps/server/src/features/session/session.routes.ts', '../../platform/base.ts'],
  ['apps/server/src/features/session/session.live.ts', '../../hub/base.ts'],
  ['apps/server/src/features/session/session.read.ts', '../users/users.queries.ts'],
  ['apps/server/src/features/session/session.call.ts', '../users/users.api.ts'],
  ['apps/server/src/features/users/users.join.ts', 'type ../session/session.tables.ts'],
  ['apps/server/src/features/session/session.test.ts', '../users/users.store.ts'],
  ['apps/server/src/ingest/receive.ts', '../features/users/users.api.ts'],
  ['apps/server/src/ingest/lookup.ts', '../features/users/users.queries.ts'],
  ['apps/server/src/platform/schema.ts', 'type ../features/users/users.tables.ts'],
  ['apps/console/src/app/shell.ts', '#/features/notifications/notifications.data.ts'],
  ['apps/console/src/features/notifications/notifications.data.ts', '#/api/base.ts'],
  ['apps/console/src/features/notifications/notifications.view.ts', '@waymark/domain/base'],
  ['apps/console/src/features/runs/runs.data.ts', '../devices/devices.data.ts'],
  ['apps/console/src/features/devices/devices.data.ts', '@waymark/files/base'],
  ['apps/console/src/features/reports/report.data.ts', '#/features/runs/runs.data.ts'],
  ['apps/console/src/features/reports/report.rows.ts', '../devices/devices.data.ts'],
  ['apps/console/src/app/theme.ts', 'virtual:tokens.css'],
  ['apps/console/src/gallery/GalleryPage.tsx', '#/app/theme/theme.ts'],
  ['e2e/journey.ts', '../apps/server/src/config.ts'],
];

/** Two files that import each other; dependency-cruiser reports a cycle at one of them. */
const rings: readonly (readonly [string, string, string])[] = [
  ['values', 'apps/server/src/platform/ring-a.ts', './ring-b.ts'],
  ['values', 'apps/server/src/platform/ring-b.ts', './ring-a.ts'],
  ['types', 'apps/server/src/hub/ring-a.ts', './ring-b.ts'],
  ['types', 'apps/server/src/hub/ring-b.ts', 'type ./ring-a.ts'],
  ['tests', 'bench/ring-a.test.ts', './ring-b.test.ts'],
  ['tests', 'bench/ring-b.test.ts', './ring-a.test.ts'],
];

const PACKAGES = [
  'backup-archive',
  'commands',
  'contract',
  'device-protocol',
  'domain',
  'embedded-postgres',
  'files',
  'signals',
];

const tree = fs.mkdtempSync(path.join(os.tmpdir(), 'waymark-arrows-'));
let found: readonly Violation[] = [];

beforeAll(() => {
  for (const name of PACKAGES) writePackage(name);
  for (const name of ['zod', 'fastify']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, type: 'module', exports: './index.js' }));
    write(`node_modules/${name}/index.js`, 'export const base = 1;\n');
  }
  for (const file of ['config', 'app', 'platform/base', 'hub/base', 'hub/base.test'])
    write(`apps/server/src/${file}.ts`, 'export const base = 1;\n');
  const files = ['store', 'queries', 'api', 'tables'].map((role) => `users/users.${role}`);
  const others = ['service', 'routes', 'api', 'tables'].map((role) => `session/session.${role}`);
  for (const file of [...files, ...others, 'new-feature/new-feature.queries'])
    write(`apps/server/src/features/${file}.ts`, 'export const base = 1;\n');
  for (const file of ['app/router', 'app/theme/theme', 'api/base', 'gallery/shelves', 'features/unknown/unknown.data'])
    write(`apps/console/src/${file}.ts`, 'export const base = 1;\n');
  write('apps/console/package.json', JSON.stringify({ name: 'console', imports: { '#/*': './src/*' } }));
  write('apps/simulator/src/base.ts', 'export const base = 1;\n');
  write('packages/domain/src/words/base.ts', 'export const base = 1;\n');
  for (const [file, target] of [...forbidden, ...allowed]) write(file, importing(target));
  for (const [, file, target] of rings) write(file, importing(target));
  found = cruise();
}, 60_000);

afterAll(() => fs.rmSync(tree, { recursive: true, force: true }));

describe('every arrow', () => {
  it.each(forbidden)('%s must not import %s (%s)', (file, _target, rule) => {
    expect(found.filter((violation) => violation.from === file).map((violation) => violation.rule)).toContain(rule);
  });

  it.each(allowed)('%s may import %s', (file) => {
    expect(found.filter((violation) => violation.from === file)).toEqual([]);
  });

  it.each(['values', 'types', 'tests'])('reports an import cycle of %s', (kind) => {
    const files = rings.filter(([ring]) => ring === kind).map(([, file]) => file);
    const broken = found.filter((violation) => files.includes(violation.from));
    expect(broken.map((violation) => violation.rule)).toEqual(['no-cycles']);
  });

  it('the sample tree breaks each rule at least once', () => {
    const { forbidden: rules } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
      forbidden: { name: string }[];
    };
    const broken = new Set(found.map((violation) => violation.rule));
    expect(rules.map((rule) => rule.name).filter((name) => !broken.has(name))).toEqual([]);
  });
});

/** `type ` in front makes the import type-only, which must count like any other import. */
function importing(target: string): string {
  const [keyword, from] = target.startsWith('type ')
    ? ['import type', target.slice('type '.length)]
    : ['import', target];
  const name = from.startsWith('node:') ? '* as base' : '{ base }';
  return `${keyword} ${name} from '${from}';\nexport type Base = typeof base;\nexport const other = 1;\n`;
}

function writePackage(name: string): void {
  write(
    `packages/${name}/package.json`,
    JSON.stringify({ name: `@waymark/${name}`, type: 'module', exports: { './*': './src/*.ts' } }),
  );
  write(`packages/${name}/src/base.ts`, 'export const base = 1;\n');
  fs.mkdirSync(path.join(tree, 'node_modules/@waymark'), { recursive: true });
  fs.symlinkSync(path.join(tree, 'packages', name), path.join(tree, 'node_modules/@waymark', name), 'junction');
}

function write(file: string, text: string): void {
  const absolute = path.join(tree, file);
  fs.mkdirSync(path.dirname(absolute), { recursive: true });
  fs.writeFileSync(absolute, text);
}

function cruise(): Violation[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      path.join(root, '.dependency-cruiser.cjs'),
      '--output-type',
      'json',
      'packages',
      'apps',
      'e2e',
      'bench',
    ],
    { cwd: tree, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (stdout === '') throw new Error(stderr);
  const report = JSON.parse(stdout) as {
    summary: { violations: { rule: { name: string }; from: string; to: string }[] };
  };
  return report.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}

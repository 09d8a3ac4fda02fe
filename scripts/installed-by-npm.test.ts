import { describe, expect, it } from 'vitest';
import { isInstalledByNpm } from './lib/install.mjs';

const here = { os: 'linux', cpu: 'x64', exists: () => true };
const zod = { version: '4.0.0', resolved: 'https://registry.example/zod-4.0.0.tgz' };

function lock(packages: Record<string, object>) {
  return { packages: { '': {}, ...packages } };
}

describe('packages that somebody installed by hand are enough', () => {
  it('accepts packages installed by hand when all of the lock file are there', () => {
    expect(isInstalledByNpm(lock({ 'node_modules/zod': zod }), lock({ 'node_modules/zod': zod }), here)).toBe(true);
  });

  it.each([
    ['a package is missing', lock({})],
    ['a package has another version', lock({ 'node_modules/zod': { ...zod, version: '3.9.0' } })],
    [
      'a package comes from elsewhere',
      lock({ 'node_modules/zod': { ...zod, resolved: 'https://other.example/zod.tgz' } }),
    ],
  ])('rejects an installation when %s', (_, present) => {
    expect(isInstalledByNpm(lock({ 'node_modules/zod': zod }), present, here)).toBe(false);
  });

  it('rejects an installation when a folder has been removed since', () => {
    const both = lock({ 'node_modules/zod': zod });
    expect(isInstalledByNpm(both, both, { ...here, exists: () => false })).toBe(false);
  });

  it.each([
    ['this one', { os: ['linux'], cpu: ['x64'] }, false],
    ['this one, written as a word', { os: 'linux', cpu: 'x64' }, false],
    ['another system', { os: ['darwin'], cpu: ['x64'] }, true],
    ['another processor', { os: ['linux'], cpu: ['arm64'] }, true],
    ['another C library', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }, true],
  ])('checks an optional package for %s: %j → %s', (_, platform, enough) => {
    const wanted = lock({ 'node_modules/engine': { ...zod, optional: true, ...platform } });
    expect(isInstalledByNpm(wanted, lock({}), here)).toBe(enough);
  });
});

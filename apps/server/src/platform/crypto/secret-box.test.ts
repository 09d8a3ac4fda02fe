import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadSecret, SecretBox } from './secret-box.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'wm-secret-'));
});
afterEach(() => rm(dir, { recursive: true }));

describe('secret box', () => {
  test('SecretBox opens its own sealed texts and never seals to the same bytes twice', () => {
    const box = new SecretBox('key one');
    expect(box.open(box.seal('a private key'))).toBe('a private key');
    expect(box.seal('x').equals(box.seal('x'))).toBe(false);
  });

  test('SecretBox refuses another key and changed bytes', () => {
    const sealed = new SecretBox('key one').seal('a private key');
    expect(() => new SecretBox('key two').open(sealed)).toThrow();
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    expect(() => new SecretBox('key one').open(sealed)).toThrow();
  });

  test('SecretBox derives the same secret only for the same key, purpose and text', () => {
    const derived = new SecretBox('key one').derive('purpose', 'text');
    expect(new SecretBox('key one').derive('purpose', 'text').equals(derived)).toBe(true);
    const others = [
      new SecretBox('key two').derive('purpose', 'text'),
      new SecretBox('key one').derive('other purpose', 'text'),
      new SecretBox('key one').derive('purpose', 'other text'),
    ];
    expect(others.some((other) => other.equals(derived))).toBe(false);
  });

  test('loadSecret creates the key once in the data folder, readable only by its owner', async () => {
    const secret = await loadSecret(undefined, dir, { isFounded: false });
    expect(await loadSecret(undefined, dir, { isFounded: true })).toBe(secret);
    expect((await stat(path.join(dir, 'secret.key'))).mode & 0o777).toBe(0o600);
    expect(await readFile(path.join(dir, 'secret.key'), 'utf8')).toHaveLength(43);
    expect(await loadSecret('given', dir, { isFounded: false })).toBe('given');
  });

  test('[W-090] several simultaneous first starts read the same key', async () => {
    const secrets = await Promise.all(
      Array.from({ length: 8 }, async () => loadSecret(undefined, dir, { isFounded: false })),
    );
    expect(new Set(secrets).size).toBe(1);
    expect(await readdir(dir)).toEqual(['secret.key']);
  });

  test('[W-090] loadSecret writes no key for a database that was made with another one', async () => {
    await expect(loadSecret(undefined, dir, { isFounded: true })).rejects.toThrow('put that key there');
    expect(await readdir(dir)).toEqual([]);
  });
});

import { chmodSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { locateHome } from './cluster-home.ts';
import { createIdentity } from './data-folder.ts';
import { canEnter, findDatabaseUser } from './database-user.ts';
import { isRoot, makeTestFolder } from './testing/test-folder.ts';

function makePlaces(): { dataDir: string; systemDir: string; user: ReturnType<typeof findDatabaseUser> } {
  const folder = makeTestFolder();
  const dataDir = path.join(folder, 'home/data');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(path.join(folder, 'home'), 0o755);
  chmodSync(dataDir, 0o700);
  return { dataDir, systemDir: path.join(folder, 'system'), user: findDatabaseUser(null) };
}

describe('locateHome', () => {
  it('returns the data folder, which stays closed to other users', () => {
    const places = makePlaces();
    expect(locateHome({ ...places, identity: createIdentity(18) })).toBe(places.dataDir);
    expect(canEnter(places.dataDir, places.user)).toBe(true);
    expect(statSync(places.dataDir).mode & 0o067).toBe(0);
  });

  it('returns the folder that the identity names', () => {
    const places = makePlaces();
    expect(locateHome({ ...places, identity: { ...createIdentity(18), cluster: 'postgres' } })).toBe(places.dataDir);
    const elsewhere = path.join(makeTestFolder(), 'postgres');
    expect(locateHome({ ...places, identity: { ...createIdentity(18), cluster: elsewhere } })).toBe(
      path.dirname(elsewhere),
    );
  });

  it.runIf(isRoot)('returns one system folder per identity if the data folder is below a private folder', () => {
    const places = makePlaces();
    chmodSync(path.dirname(places.dataDir), 0o700);
    const identity = createIdentity(18);
    const home = locateHome({ ...places, identity });
    expect(home).toBe(path.join(places.systemDir, `cluster-${identity.id}`));
    expect(canEnter(home, places.user)).toBe(true);
    expect(locateHome({ ...places, identity })).toBe(home);
    expect(locateHome({ ...places, identity: createIdentity(18) })).not.toBe(home);
  });

  it.runIf(isRoot)('refuses database files that the database user cannot reach', () => {
    const places = makePlaces();
    chmodSync(path.dirname(places.dataDir), 0o700);
    const plan = { ...places, identity: { ...createIdentity(18), cluster: 'postgres' } };
    expect(() => locateHome(plan)).toThrow(`${places.dataDir} cannot be reached by the database user`);
  });
});

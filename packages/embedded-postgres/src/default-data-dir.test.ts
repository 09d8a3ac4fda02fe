import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createIdentity, readIdentity, writeIdentity } from './data-folder.ts';
import { defaultDataDir, rootDataDir } from './default-data-dir.ts';
import { isRoot, makeTestFolder } from './testing/test-folder.ts';

function makeProject(name = 'My Project'): string {
  const project = path.join(makeTestFolder(), name);
  mkdirSync(project);
  return project;
}

describe('defaultDataDir', () => {
  it.skipIf(isRoot)("returns the project's data folder for an ordinary user", () => {
    expect(defaultDataDir('/srv/waymark')).toBe('/srv/waymark/data');
  });

  it.runIf(isRoot)('returns a folder in the system folder for root', () => {
    expect(defaultDataDir(makeProject())).toMatch(/^\/var\/lib\/waymark\/my-project-[0-9a-f]{8}$/);
  });
});

describe('rootDataDir', () => {
  it('returns the same folder at every start, also after the project has moved', () => {
    const project = makeProject('waymark');
    const dataDir = rootDataDir(project, '/system');
    expect(dataDir).toMatch(/^\/system\/waymark-[0-9a-f]{8}$/);
    expect(rootDataDir(project, '/system')).toBe(dataDir);
    const moved = path.join(path.dirname(project), 'elsewhere');
    renameSync(project, moved);
    expect(rootDataDir(moved, '/system').slice(-8)).toBe(dataDir.slice(-8));
  });

  it('returns another folder for a later clone at the same path', () => {
    const project = makeProject();
    const earlier = rootDataDir(project, '/system');
    rmSync(project, { recursive: true });
    mkdirSync(project);
    expect(rootDataDir(project, '/system')).not.toBe(earlier);
  });

  it('returns the data folder in the project if that holds data', () => {
    const project = makeProject();
    mkdirSync(path.join(project, 'data'));
    writeIdentity(path.join(project, 'data'), createIdentity(18));
    expect(rootDataDir(project, '/system')).toBe(path.join(project, 'data'));
  });

  it("leaves the project's data folder usable by the project's owner", () => {
    const project = makeProject();
    rootDataDir(project, '/system');
    expect(statSync(path.join(project, 'data')).uid).toBe(statSync(project).uid);
    expect(readIdentity(path.join(project, 'data'))).toBeNull();
  });

  it('refuses a damaged key', () => {
    const project = makeProject();
    mkdirSync(path.join(project, 'data'));
    writeFileSync(path.join(project, 'data/.waymark-key'), '../../etc');
    expect(() => rootDataDir(project, '/system')).toThrow('is damaged');
  });
});

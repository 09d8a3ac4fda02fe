import type { Page } from '@playwright/test';
import { examplePath } from '../packages/contract/src/runs/pig-path.ts';
import { readPath, writePath } from '../packages/contract/src/runs/read-path.ts';
import type { PigPath } from '../packages/domain/src/path/pig-path.ts';
import type { Site } from './site.ts';

// Paths and runs of a server, for journeys that start with some or leave some behind.

type PathChanges = Partial<PigPath> & Pick<PigPath, 'agms'>;

/** Saves a path from Cushing to Tulsa. Returns its id. */
export function savePath(site: Site, changes: PathChanges): Promise<number> {
  return site.call<number>(
    'POST',
    '/pigrun/pigpath/add',
    writePath({ ...readPath(examplePath), notifications: [], ...changes }),
  );
}

export async function clearPlanning(site: Site): Promise<void> {
  await site.endRuns();
}

export const managerPanel = (page: Page) => page.getByRole('complementary', { name: 'Pig Run Manager' });
export const editorPanel = (page: Page) => page.getByRole('complementary', { name: 'Pig Run Editor' });

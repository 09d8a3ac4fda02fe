import type { Page } from '@playwright/test';
import { examplePath } from '../packages/contract/src/runs/pig-path.ts';
import type { PigPath } from '../packages/domain/src/path/pig-path.ts';
import { buildLaunch } from './run-site.ts';
import type { Site } from './site.ts';

// Paths and runs of a server, for journeys that begin with some or leave some behind.

type PathChanges = Partial<Omit<typeof examplePath, 'agms'>> & { readonly agms: readonly number[] };

/** A path from Cushing to Tulsa; answers its number. */
export function savePath(site: Site, changes: PathChanges): Promise<number> {
  return site.call<number>('POST', '/pigrun/pigpath/add', { ...examplePath, notifications: [], ...changes });
}

export async function clearRuns(site: Site): Promise<void> {
  for (const { runId } of await site.call<{ runId: number }[]>('GET', '/pigrun'))
    await site.call('DELETE', `/pigrun/${runId}`);
}

export async function clearPlanning(site: Site): Promise<void> {
  await site.endRuns();
}

/** Somebody else launches a pig on a saved path. */
export async function launchElsewhere(site: Site, pathId: number, pig: string, launchTime: string): Promise<void> {
  const path = await site.call<PigPath>('GET', `/pigrun/pigpath/${pathId}`);
  await site.call('POST', '/pigrun/add/', buildLaunch(path, pig, launchTime));
}

export const managerPanel = (page: Page) => page.getByRole('complementary', { name: 'Pig Run Manager' });
export const editorPanel = (page: Page) => page.getByRole('complementary', { name: 'Pig Run Editor' });

import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { FIREFOX_DOWNLOADS } from './firefox-downloads.ts';
import { expect, isFirefox } from './test.ts';

// A file that the console offers as a download.

export interface SavedFile {
  readonly name: string;
  readonly text: string;
}

/** The name of the saved file. While Firefox writes it, a `.part` file lies beside it. */
async function findSaved(): Promise<string | undefined> {
  const names = await readdir(FIREFOX_DOWNLOADS);
  return names.some((name) => name.endsWith('.part')) ? undefined : names[0];
}

/** Firefox's driver does not report a download without a navigation, so the file is read from its folder. */
async function saveInFirefox(act: () => Promise<void>): Promise<SavedFile> {
  await rm(FIREFOX_DOWNLOADS, { recursive: true, force: true });
  await mkdir(FIREFOX_DOWNLOADS, { recursive: true });
  await act();
  await expect.poll(async () => readSaved()).not.toBe('');
  return { name: (await findSaved()) ?? '', text: await readSaved() };
}

async function readSaved(): Promise<string> {
  const name = await findSaved();
  return name === undefined ? '' : readFile(path.join(FIREFOX_DOWNLOADS, name), 'utf8');
}

/** Returns the file that an action saves. */
export async function saveBy(page: Page, act: () => Promise<void>): Promise<SavedFile> {
  if (isFirefox(page)) return saveInFirefox(act);
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

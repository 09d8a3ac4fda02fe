import type { Page } from '@playwright/test';
import { expect } from './test.ts';

// What an installed console keeps in the browser, and shows without the server.

const LAST_KNOWN = /^Offline — last known state of \d{4}-\d\d-\d\d \d\d:\d\d UTC\./;

export const lastKnown = (page: Page) => page.getByRole('status').filter({ hasText: LAST_KNOWN });

/** Browser storage: addresses of cached files, and whether the last known state is stored. */
export async function listKept(page: Page) {
  return page.evaluate(async () => {
    const caches = await Promise.all(
      (await globalThis.caches.keys()).map(async (name) => (await globalThis.caches.open(name)).keys()),
    );
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return { files: caches.flat().map(({ url }) => new URL(url).pathname), databases };
  });
}

const DATABASE = 'waymark.last-known';

/** Looks only into an existing database: opening another name would create one. */
const isStateWritten = (page: Page) =>
  page.evaluate(async (name) => {
    if (!(await indexedDB.databases()).some((each) => each.name === name)) return false;
    const settle = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
      });
    const database = await settle(indexedDB.open(name));
    const count = await settle(database.transaction('snapshots').objectStore('snapshots').count());
    database.close();
    return count > 0;
  }, DATABASE);

/** The service worker has the console's files, and the state was written. */
export async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await expect.poll(() => isStateWritten(page)).toBe(true);
}

/** The browser deletes a database a moment after it is asked to. */
export async function expectStateDeleted(page: Page): Promise<void> {
  await expect.poll(async () => (await listKept(page)).databases).toEqual([]);
}

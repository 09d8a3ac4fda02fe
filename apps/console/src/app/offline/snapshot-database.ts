import { openDatabase, settle } from '#/api/indexed-db.ts';
import { DATABASE } from './opened.ts';

const STORE = 'snapshots';
const KEY = 'latest';

const open = (mayCreate: boolean) => openDatabase({ name: DATABASE, stores: [STORE], mayCreate });

export async function writeSnapshot(snapshot: object): Promise<void> {
  const database = await open(true);
  try {
    await settle(database.transaction(STORE, 'readwrite').objectStore(STORE).put(snapshot, KEY));
  } finally {
    database.close();
  }
}

/** As it was written; null if nothing is stored. */
export async function loadSnapshot(): Promise<unknown> {
  const database = await open(false).catch(() => null);
  if (!database) return null;
  try {
    return await settle<unknown>(database.transaction(STORE).objectStore(STORE).get(KEY));
  } finally {
    database.close();
  }
}

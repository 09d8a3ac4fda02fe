import { DATABASE } from './opened.ts';

const STORE = 'snapshots';
const KEY = 'latest';

function settle<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB refused')));
  });
}

async function open(mayCreate: boolean): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => {
    if (mayCreate) request.result.createObjectStore(STORE);
    else request.transaction?.abort();
  });
  const database = await settle(request);
  // Closes the connection so that another tab can delete the database at its sign-out.
  database.addEventListener('versionchange', () => database.close());
  return database;
}

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

export function settle<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB refused')));
  });
}

interface DatabaseWanted {
  readonly name: string;
  readonly stores: readonly string[];
  /** If false, opening a database that does not exist fails and leaves nothing. */
  readonly mayCreate: boolean;
}

export async function openDatabase({ name, stores, mayCreate }: DatabaseWanted): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => {
    if (mayCreate) for (const store of stores) request.result.createObjectStore(store);
    else request.transaction?.abort();
  });
  const database = await settle(request);
  // Closes the connection so that another tab can delete the database at its sign-out.
  database.addEventListener('versionchange', () => database.close());
  return database;
}

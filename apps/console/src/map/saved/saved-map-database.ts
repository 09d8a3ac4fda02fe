import { openDatabase, settle } from '#/api/indexed-db.ts';
import type { GroundRegion } from '@waymark/contract/routes/ground';
import { SAVED_MAP_DATABASE } from './forget-saved-map.ts';
import type { TileKey } from './tiles-along.ts';

/** The map around a run's line, saved in this browser. */
export interface SavedArea {
  readonly runId: number;
  /** The run and its path, in words. */
  readonly title: string;
  /** By this machine's clock, ms. */
  readonly savedAt: number;
  readonly zoom: number;
  readonly bytes: number;
  readonly regions: readonly GroundRegion[];
  readonly tiles: readonly TileKey[];
}

const [AREAS, TILES] = ['areas', 'tiles'];

async function inDatabase<Result>(mayCreate: boolean, work: (database: IDBDatabase) => Promise<Result>) {
  const database = await openDatabase({ name: SAVED_MAP_DATABASE, stores: [AREAS, TILES], mayCreate });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

const within = (database: IDBDatabase, store: string, mode: IDBTransactionMode = 'readonly') =>
  database.transaction(store, mode).objectStore(store);

export async function listAreas(): Promise<readonly SavedArea[]> {
  const read = (database: IDBDatabase) => settle(within(database, AREAS).getAll() as IDBRequest<SavedArea[]>);
  return inDatabase(false, read).catch(() => []);
}

/** undefined: it is not saved. */
export async function readSavedTile(key: TileKey): Promise<ArrayBuffer | undefined> {
  return inDatabase(false, (database) =>
    settle(within(database, TILES).get(key) as IDBRequest<ArrayBuffer | undefined>),
  );
}

export async function writeTile(key: TileKey, bytes: ArrayBuffer): Promise<void> {
  await inDatabase(true, (database) => settle(within(database, TILES, 'readwrite').put(bytes, key)));
}

/** The area counts as saved from here on. */
export async function writeArea(area: SavedArea): Promise<void> {
  await inDatabase(true, (database) => settle(within(database, AREAS, 'readwrite').put(area, area.runId)));
}

/** There is no database: the user has signed out meanwhile. */
function acceptMissing(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}

/** Deletes those of the tiles that no area contains. */
export async function dropTiles(tiles: readonly TileKey[]): Promise<void> {
  await inDatabase(false, async (database) => {
    const areas = await settle(within(database, AREAS).getAll() as IDBRequest<SavedArea[]>);
    const kept = new Set(areas.flatMap((area) => area.tiles));
    const store = within(database, TILES, 'readwrite');
    await Promise.all(tiles.filter((key) => !kept.has(key)).map((key) => settle(store.delete(key))));
  }).catch(acceptMissing);
}

export async function dropArea({ runId, tiles }: SavedArea): Promise<void> {
  await inDatabase(true, (database) => settle(within(database, AREAS, 'readwrite').delete(runId)));
  await dropTiles(tiles);
}

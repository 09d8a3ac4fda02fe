// Kept small, because every page loads it.

export const SAVED_MAP_DATABASE = 'waymark.saved-map';

/** The maps that are being saved now. */
export const savingMaps = new Set<AbortController>();

/** Ends what is being saved, and deletes all saved maps. */
export function forgetSavedMap(): void {
  for (const saving of savingMaps) saving.abort();
  indexedDB.deleteDatabase(SAVED_MAP_DATABASE);
}

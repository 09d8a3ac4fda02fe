/** Name of the database of saved maps; separate, because every page deletes it at the sign-out. */
export const SAVED_MAP_DATABASE = 'waymark.saved-map';

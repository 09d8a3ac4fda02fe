import path from 'node:path';

/** Where Firefox saves what it downloads. */
export const FIREFOX_DOWNLOADS = path.resolve(import.meta.dirname, '../.cache/firefox-downloads');

import path from 'node:path';

/** Folder in which Firefox saves downloads. */
export const FIREFOX_DOWNLOADS = path.resolve(import.meta.dirname, '../.cache/firefox-downloads');

// @ts-check
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, independent of the current directory. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Folder of the runners' reports. */
export const resultsFolder = path.join(root, '.results');

/** Folder of files that may be deleted at any time. */
export const cacheFolder = path.join(root, '.cache');

// @ts-check
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, whatever folder the command was called from. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Where the runners leave their reports. */
export const resultsFolder = path.join(root, '.results');

/** What may be thrown away at any time. */
export const cacheFolder = path.join(root, '.cache');

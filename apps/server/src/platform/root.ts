import path from 'node:path';

/** The root folder of the project or of an unpacked release. */
export const ROOT = path.resolve(import.meta.dirname, '../../../..');

import path from 'node:path';
import { defaultDataDir } from '@waymark/embedded-postgres';
import type { Config } from './config.ts';

/** Of the project, or of the folder that a release was unpacked into. */
export const ROOT = path.resolve(import.meta.dirname, '../../..');

/** With an external database only the secret key may have to be kept, apart from any embedded database's folder. */
export function chooseDataDir({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): string {
  if (dataDir !== undefined) return path.resolve(dataDir);
  return databaseUrl === undefined ? defaultDataDir(ROOT) : path.join(ROOT, 'data-external');
}

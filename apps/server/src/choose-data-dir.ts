import path from 'node:path';
import { defaultDataDir } from '@waymark/embedded-postgres';
import type { Config } from './config.ts';
import { ROOT } from './platform/root.ts';

/** An external database needs a folder for the secret key only, apart from the folder of any embedded database. */
export function chooseDataDir({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): string {
  if (dataDir !== undefined) return path.resolve(dataDir);
  return databaseUrl === undefined ? defaultDataDir(ROOT) : path.join(ROOT, 'data-external');
}

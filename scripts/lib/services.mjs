// @ts-check
// The servers of the long tests: another PostgreSQL than the embedded one, and Redis.
import fs from 'node:fs';
import { installWithApt } from './apt.mjs';

const POSTGRES = '/usr/lib/postgresql';
const REDIS = '/usr/bin/redis-server';

/** @returns {Promise<string | undefined>} what to do when one is missing and cannot be installed from here */
export async function ensureServices() {
  const missing = [
    ...(fs.existsSync(POSTGRES) ? [] : ['postgresql']),
    ...(fs.existsSync(REDIS) ? [] : ['redis-server']),
  ];
  if (missing.length > 0) await installWithApt(missing);
  if (fs.existsSync(POSTGRES) && fs.existsSync(REDIS)) return undefined;
  return 'PostgreSQL and Redis are needed (Debian: apt-get install postgresql redis-server)';
}

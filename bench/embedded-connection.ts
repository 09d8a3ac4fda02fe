import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { serverRole } from '../packages/embedded-postgres/src/embedded-postgres.ts';

/** How to reach the embedded database of a running server: its own file says where it listens. */
export function findEmbeddedConnection(dataDir: string) {
  const found = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).find(
    (name) => path.basename(name) === 'postmaster.pid',
  );
  if (found === undefined) throw new Error('the server has no database');
  const [, , , port, host] = readFileSync(path.join(dataDir, found), 'utf8').split('\n');
  return { host: host ?? '', port: Number(port), user: serverRole, database: 'waymark' };
}

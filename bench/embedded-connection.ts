import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { serverRole } from '../packages/embedded-postgres/src/embedded-postgres.ts';

/** Connection settings of the embedded database of a running server, read from its own file. */
export function findEmbeddedConnection(dataDir: string) {
  const found = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).find(
    (name) => path.basename(name) === 'postmaster.pid',
  );
  if (found === undefined) throw new Error('the server has no database');
  const [, , , port, host] = readFileSync(path.join(dataDir, found), 'utf8').split('\n');
  return { host: host ?? '', port: Number(port), user: serverRole, database: 'waymark' };
}

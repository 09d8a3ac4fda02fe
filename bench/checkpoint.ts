import pg from 'pg';
import { superuserRole } from '../packages/embedded-postgres/src/embedded-postgres.ts';

/** Writes dirty pages to disk before a measurement. Needs a superuser: the server's own role may not run CHECKPOINT. */
export async function checkpoint({ options: { host, port, database } }: pg.Pool): Promise<void> {
  const client = new pg.Client({ host, port, database, user: superuserRole });
  await client.connect();
  await client.query('checkpoint');
  await client.end();
}

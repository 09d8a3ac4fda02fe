// Makes data folders like those of versions in which the server connected as the superuser.
import pg from 'pg';
import { serverRole, superuserRole, type EmbeddedPostgres, type LocalConnection } from '../embedded-postgres.ts';

export const asSuperuser = (database: EmbeddedPostgres): EmbeddedPostgres => ({
  ...database,
  connection: { ...database.connection, user: superuserRole },
});

/** Replaces the database by one that the superuser owns and `fill` fills, and drops the role of the server. */
export async function returnToSuperuser(
  database: EmbeddedPostgres,
  fill: (connection: LocalConnection) => Promise<unknown>,
): Promise<void> {
  const { connection } = asSuperuser(database);
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  for (const statement of ['drop database waymark', `drop role ${serverRole}`, 'create database waymark'])
    await client.query(statement);
  await client.end();
  await fill(connection);
}

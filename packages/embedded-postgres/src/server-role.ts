// The server connects as an ordinary role, so injected SQL can neither read files nor start programs.
// The superuser of the database files only prepares the database before the server connects.
import pg from 'pg';
import { listTransfers } from './ownership.ts';

/** initdb makes this role; data folders of earlier versions have it under the same name. */
export const superuserRole = 'waymark';
export const serverRole = 'waymark_server';
const databaseName = 'waymark';

export interface LocalConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export function connectionOfServer(socket: { host: string; port: number }): LocalConnection {
  return { ...socket, user: serverRole, database: databaseName };
}

/** Can be repeated after an interruption: every statement is independent and runs only where something is missing. */
export async function prepareDatabase(
  socket: { host: string; port: number },
  log: (line: string) => void,
): Promise<{ firstStart: boolean }> {
  const firstStart = await asSuperuser({ ...socket, database: 'postgres' }, async (client) => {
    await ensureServerRole(client);
    return ensureDatabase(client);
  });
  if (!firstStart) await asSuperuser({ ...socket, database: databaseName }, (client) => transferOwnership(client, log));
  return { firstStart };
}

/** The search path is fixed because the server's role may create functions that shadow those of PostgreSQL. */
async function asSuperuser<Outcome>(
  place: { host: string; port: number; database: string },
  work: (client: pg.Client) => Promise<Outcome>,
): Promise<Outcome> {
  const client = new pg.Client({
    ...place,
    user: superuserRole,
    ssl: false,
    options: '-c search_path=pg_catalog',
    application_name: 'waymark maintenance',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function ensureServerRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isOrdinary: boolean }>(
    `select rolcanlogin and not (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls) as "isOrdinary"
     from pg_roles where rolname = $1`,
    [serverRole],
  );
  if (rows[0]?.isOrdinary === true) return;
  const verb = rows.length === 0 ? 'create' : 'alter';
  await client.query(`${verb} role ${serverRole} login nosuperuser nocreaterole nocreatedb noreplication nobypassrls`);
}

/** Returns true if it created the database. */
async function ensureDatabase(client: pg.Client): Promise<boolean> {
  const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
  if (found.rowCount !== 0) return false;
  await client.query(`create database ${databaseName} owner ${serverRole}`);
  return true;
}

/** Earlier versions created everything as the superuser. One statement at a time, so that no lock table overflows. */
async function transferOwnership(client: pg.Client, log: (line: string) => void): Promise<void> {
  const transfers = await listTransfers(client, serverRole);
  for (const statement of transfers) await client.query(statement);
  if (transfers.length > 0)
    log(
      `The database role ${serverRole}, which is no superuser, now owns ${transfers.length} objects of the database.`,
    );
}

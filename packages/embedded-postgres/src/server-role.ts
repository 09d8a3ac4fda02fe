// The server connects as an ordinary role, so injected SQL can neither read files nor start programs.
// The superuser of the database files only prepares the database before the server connects.
import pg from 'pg';

/** `initdb` makes the bootstrap superuser with this oid, whatever its name. REASSIGN OWNED refuses it. */
const bootstrapSuperuser = 10;
/** Lower oids are objects of PostgreSQL itself. */
const firstOwnOid = 16384;

/** Lists statements that give `role` all objects of the bootstrap superuser in this database, except those of extensions. */
async function listTransfers(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `with owned (kind, name, class, oid, owner) as (
       select 'schema', quote_ident(nspname), 'pg_namespace'::regclass, oid, nspowner from pg_namespace where nspname !~ '^pg_'
       union all
       select case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' when 'f' then 'foreign table' else 'table' end,
         oid::regclass::text, 'pg_class'::regclass, oid, relowner
       from pg_class c
       where relkind in ('r', 'p', 'v', 'm', 'f', 'S') and relpersistence <> 't'
         -- A sequence of a column follows its table.
         and not (relkind = 'S' and exists (
           select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')))
       union all
       select 'routine', oid::regprocedure::text, 'pg_proc'::regclass, oid, proowner from pg_proc
       union all
       select 'type', oid::regtype::text, 'pg_type'::regclass, oid, typowner from pg_type t
       where typtype in ('d', 'e', 'r') or typtype = 'c' and exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c')
       union all
       select 'statistics', format('%I.%I', n.nspname, s.stxname), 'pg_statistic_ext'::regclass, s.oid, s.stxowner
       from pg_statistic_ext s join pg_namespace n on n.oid = s.stxnamespace
     )
     select format('alter %s %s owner to %I', kind, name, $3::text) as statement from owned
     where owner = $1 and (oid >= $2 or kind = 'schema' and name = 'public')
       and not exists (select from pg_depend d where d.classid = class and d.objid = owned.oid and d.deptype = 'e')
     union all
     select format('alter database %I owner to %I', datname, $3::text) from pg_database where datname = current_database() and datdba = $1`,
    [bootstrapSuperuser, firstOwnOid, role],
  );
  return rows.map(({ statement }) => statement);
}

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

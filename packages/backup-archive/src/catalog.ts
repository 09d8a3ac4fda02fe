import type pg from 'pg';
import { z } from 'zod';

// Lists the contents of an archive: tables of the server and of its jobs, months of partitioned tables, sequences.

/** Tables of the job queue that hold work; its other tables hold its migrations. */
const JOB_TABLES = ['_private_tasks', '_private_job_queues', '_private_jobs', '_private_known_crontabs'];

const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
export const archivedTable = z.object({
  schema: name,
  name,
  /** All columns except generated ones. */
  columns: z.array(z.string().min(1).max(63)).min(1),
  /** SQL that orders the rows in the same way in every database. */
  order: z.string().min(1).max(1000),
});
export type ArchivedTable = z.output<typeof archivedTable>;

export const archivedMonth = z.object({
  parent: name,
  name,
  bounds: z.string().regex(/^FOR VALUES FROM \('[0-9 :+-]+'\) TO \('[0-9 :+-]+'\)$/),
});
export type ArchivedMonth = z.output<typeof archivedMonth>;

export const archivedSequence = z.object({
  schema: name,
  name,
  last: z.string().regex(/^\d+$/),
  isCalled: z.boolean(),
});
export type ArchivedSequence = z.output<typeof archivedSequence>;

const OURS = `(n.nspname = 'public' and c.relname <> 'migrations' or n.nspname = 'graphile_worker' and c.relname = any($1))`;

interface Reference {
  readonly child: string;
  readonly parent: string;
}

/** Sorts parents before children, so that a row never refers to a missing one. */
function sortByReference(tables: readonly ArchivedTable[], references: readonly Reference[]): ArchivedTable[] {
  const sorted: ArchivedTable[] = [];
  const waiting = new Map(tables.map((table) => [`${table.schema}.${table.name}`, table]));
  while (waiting.size > 0) {
    const free = [...waiting].filter(
      ([key]) => !references.some(({ child, parent }) => child === key && parent !== key && waiting.has(parent)),
    );
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`);
    for (const [key, table] of free) {
      sorted.push(table);
      waiting.delete(key);
    }
  }
  return sorted;
}

export async function listTables(client: pg.ClientBase): Promise<ArchivedTable[]> {
  const tables = await client.query<ArchivedTable>(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       coalesce((select string_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end, ', ' order by k.place)
         from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
         where i.indrelid = c.oid and i.indisprimary), 'archived::text collate "C"') as order
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and ${OURS}
     order by 1, 2`,
    [JOB_TABLES],
  );
  const references = await client.query<Reference>(
    `select distinct n.nspname || '.' || c.relname as child, m.nspname || '.' || d.relname as parent
     from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_class d on d.oid = k.confrelid join pg_namespace m on m.oid = d.relnamespace
     where k.contype = 'f'`,
  );
  return sortByReference(tables.rows, references.rows);
}

export async function listMonths(client: pg.ClientBase): Promise<ArchivedMonth[]> {
  const { rows } = await client.query<ArchivedMonth>(
    `select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' order by 1, 2`,
  );
  return rows;
}

export async function listSequences(client: pg.ClientBase): Promise<ArchivedSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and n.nspname in ('public', 'graphile_worker') order by 1, 2`,
  );
  const sequences: ArchivedSequence[] = [];
  for (const row of rows) {
    const state = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from "${row.schema}"."${row.name}"`,
    );
    const found = state.rows[0];
    if (found) sequences.push({ ...row, ...found });
  }
  return sequences;
}

/** Lists the migrations of the schema by name and checksum. */
export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select name || ' ' || checksum as line from migrations order by name`,
  );
  const jobs = await client.query<{ line: string }>(
    `select 'jobs ' || max(id) as line from graphile_worker.migrations`,
  );
  return [...rows, ...jobs.rows].map(({ line }) => line);
}

export const fullName = ({ schema, name: table }: Pick<ArchivedTable, 'schema' | 'name'>): string =>
  `"${schema}"."${table}"`;

/** Reads rows as text, in an order that depends on the rows alone. */
export function readRowsSql({ schema, name: table, columns, order }: ArchivedTable): string {
  const list = columns.map((column) => `"${column}"`).join(', ');
  return `copy (select ${list} from "${schema}"."${table}" archived order by ${order}) to stdout`;
}

export function writeRowsSql(table: ArchivedTable): string {
  return `copy ${fullName(table)} (${table.columns.map((column) => `"${column}"`).join(', ')}) from stdin`;
}

/** Settings that make the text of values the same in every session. */
export const PLAIN_SESSION = `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex'`;

import type pg from 'pg';

/** `initdb` makes the bootstrap superuser with this oid, whatever its name. REASSIGN OWNED refuses it. */
const bootstrapSuperuser = 10;
/** Lower oids are objects of PostgreSQL itself. */
const firstOwnOid = 16384;

/** Lists statements that give `role` all objects of the bootstrap superuser in this database, except those of extensions. */
export async function listTransfers(client: pg.Client, role: string): Promise<string[]> {
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

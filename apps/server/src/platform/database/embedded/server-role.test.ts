import path from 'node:path';
import { expect, it, vi } from 'vitest';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { makeTestFolder, queryRows, startForTest } from './test-folder.ts';
import { applyMigrations, asSuperuser, returnToSuperuser } from './testing/old-data-folder.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Objects of the superuser in the database, without those that PostgreSQL or an extension has brought. */
const ofSuperuser = `
  select name from (
    select oid, oid::regclass::text as name, relowner as owner from pg_class
    union all select oid, oid::regprocedure::text, proowner from pg_proc
    union all select oid, oid::regtype::text, typowner from pg_type
    union all select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_(toast_)?temp_'
    union all select oid, stxname, stxowner from pg_statistic_ext
    union all select oid, datname, datdba from pg_database where datname = current_database()
  ) as objects
  where owner = 10 and oid >= 16384 and not exists (select from pg_depend d where d.deptype = 'e' and d.objid = objects.oid)`;

const OF_AN_OPERATOR = `
  create type mood as enum ('good'); create domain grade as int; create type pair as (a int, b int);
  create sequence "Odd name"; create materialized view "of an operator" as select 1 as one;
  create statistics name_and_role on name, role from users; create schema "Own schema";
  create aggregate product (numeric) (sfunc = numeric_mul, stype = numeric); create extension pgcrypto;
  create role reports; create table of_reports (a int); alter table of_reports owner to reports;
  insert into groups (name) values ('Kept company')`;

const ownRole = `
  select current_user::text as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as "isMighty",
    exists (select from pg_auth_members m where m.member = r.oid) as "isMember"
  from pg_roles r where rolname = current_user`;

async function makeOldDataFolder(): Promise<string> {
  const dataDir = path.join(makeTestFolder(), 'data');
  const made = await startForTest(dataDir);
  await returnToSuperuser(made);
  await queryRows(asSuperuser(made), OF_AN_OPERATOR);
  await made.stop();
  return dataDir;
}

const ATTACKS = [
  "copy (select 1) to program 'true'",
  "copy (select 1) to '/tmp/waymark-written-by-sql'",
  "create temp table stolen (line text); copy stolen from '/etc/passwd'",
  "select pg_read_file('/etc/passwd')",
  "select pg_ls_dir('/')",
  "select lo_import('/etc/passwd')",
  'create extension dblink',
  "create function start_program(text) returns int language c as 'libc.so.6', 'system'",
  'set role waymark',
  'set session authorization waymark',
  'alter role waymark_server superuser',
  "alter system set archive_command = 'true'",
  'create role another superuser',
];

async function expectOrdinaryRole(database: EmbeddedPostgres): Promise<void> {
  expect(await queryRows(database, ownRole)).toEqual([{ name: 'waymark_server', isMighty: false, isMember: false }]);
  expect(await queryRows(database, ofSuperuser)).toEqual([]);
  const outcomes = await Promise.all(ATTACKS.map((attack) => queryRows(database, attack).then(() => attack, String)));
  expect(outcomes.filter((outcome) => !/permission denied|must be superuser/.test(outcome))).toEqual([]);
}

it('[W-070] a new data folder is served by a role that cannot read files or start programs', async () => {
  const database = await startForTest(path.join(makeTestFolder(), 'data'));
  expect(await applyMigrations(database.connection)).not.toEqual([]);
  await expectOrdinaryRole(database);
});

it('[W-070] an old data folder passes to that role with all its objects and rows, once', async () => {
  const dataDir = await makeOldDataFolder();
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const database = await startForTest(dataDir, { say });
  expect(database.firstStart).toBe(false);
  expect(said).toEqual([
    expect.stringMatching(
      /^The database role waymark_server, which is no superuser, now owns \d+ objects of the database\.$/,
    ),
  ]);
  await expectOrdinaryRole(database);
  expect(await queryRows(database, "select name from groups where name = 'Kept company'")).toEqual([
    { name: 'Kept company' },
  ]);
  expect(
    await queryRows(database, "select pg_get_userbyid(relowner) as owner from pg_class where relname = 'of_reports'"),
  ).toEqual([{ owner: 'reports' }]);
  expect(await applyMigrations(database.connection)).toEqual([]);
  await queryRows(
    database,
    'alter table users add column added int; alter table graphile_worker._private_jobs add column added int; truncate groups cascade',
  );
  await database.stop();

  await startForTest(dataDir, { say });
  expect(said).toHaveLength(1);
});

it('[W-070] a transfer that was interrupted goes on with the next start', async () => {
  const dataDir = await makeOldDataFolder();
  const half = await startForTest(dataDir);
  await queryRows(
    asSuperuser(half),
    'alter table users owner to waymark; alter function refuse_audit_change owner to waymark; alter database waymark owner to waymark; alter role waymark_server createdb nologin',
  );
  await half.stop();
  const whole = await startForTest(dataDir);
  expect(await queryRows(whole, ownRole)).toEqual([{ name: 'waymark_server', isMighty: false, isMember: false }]);
  expect(
    await queryRows(whole, "select pg_get_userbyid(relowner) as owner from pg_class where relname = 'users'"),
  ).toEqual([{ owner: 'waymark_server' }]);
});

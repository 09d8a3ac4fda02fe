import path from 'node:path';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import type { EmbeddedPostgres, LocalConnection } from './embedded-postgres.ts';
import { asSuperuser, returnToSuperuser } from './testing/old-data-folder.ts';
import { makeTestFolder, queryRows, startForTest } from './testing/test-folder.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Objects in the database that the superuser owns, except those of PostgreSQL and of extensions. */
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

/** Every kind of object that a server or an operator may have created. */
const OBJECTS = `
  create table people (id int generated always as identity primary key, name text, role text);
  create function refuse_change() returns trigger language plpgsql as 'begin raise exception $text$refused$text$; end';
  create trigger people_refuse before delete on people for each row execute function refuse_change();
  create type mood as enum ('good'); create domain grade as int; create type pair as (a int, b int);
  create sequence "Odd name"; create materialized view "of an operator" as select 1 as one;
  create statistics name_and_role on name, role from people; create schema "Own schema";
  create aggregate product (numeric) (sfunc = numeric_mul, stype = numeric); create extension pgcrypto;
  create role reports; create table of_reports (a int); alter table of_reports owner to reports;
  insert into people (name) values ('Dana')`;

async function createObjects(connection: LocalConnection): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(OBJECTS);
  await client.end();
}

const ownRole = `
  select current_user::text as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as "isMighty",
    exists (select from pg_auth_members m where m.member = r.oid) as "isMember"
  from pg_roles r where rolname = current_user`;

async function makeOldDataFolder(): Promise<string> {
  const dataDir = path.join(makeTestFolder(), 'data');
  const made = await startForTest(dataDir);
  await returnToSuperuser(made, createObjects);
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

it('[W-070] a new data folder has a role that cannot read files or start programs', async () => {
  const database = await startForTest(path.join(makeTestFolder(), 'data'));
  await expectOrdinaryRole(database);
});

it('[W-070] the first start on an old data folder gives all its objects to that role', async () => {
  const dataDir = await makeOldDataFolder();
  const logged: string[] = [];
  const log = (line: string) => void logged.push(line);
  const database = await startForTest(dataDir, { log });
  expect(database.firstStart).toBe(false);
  expect(logged).toEqual([
    expect.stringMatching(
      /^The database role waymark_server, which is no superuser, now owns \d+ objects of the database\.$/,
    ),
  ]);
  await expectOrdinaryRole(database);
  expect(await queryRows(database, 'select name from people')).toEqual([{ name: 'Dana' }]);
  expect(
    await queryRows(database, "select pg_get_userbyid(relowner) as owner from pg_class where relname = 'of_reports'"),
  ).toEqual([{ owner: 'reports' }]);
  await queryRows(database, 'alter table people add column added int; truncate people');
  await database.stop();

  await startForTest(dataDir, { log });
  expect(logged).toHaveLength(1);
});

it('[W-070] the next start completes an interrupted transfer', async () => {
  const dataDir = await makeOldDataFolder();
  const half = await startForTest(dataDir);
  await queryRows(
    asSuperuser(half),
    'alter table people owner to waymark; alter function refuse_change owner to waymark; alter database waymark owner to waymark; alter role waymark_server createdb nologin',
  );
  await half.stop();
  const whole = await startForTest(dataDir);
  expect(await queryRows(whole, ownRole)).toEqual([{ name: 'waymark_server', isMighty: false, isMember: false }]);
  expect(
    await queryRows(whole, "select pg_get_userbyid(relowner) as owner from pg_class where relname = 'people'"),
  ).toEqual([{ owner: 'waymark_server' }]);
});

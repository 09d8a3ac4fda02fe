/** A small database with the tables that an archive relies on: migrations, users, devices, months and jobs. */
export const SCHEMA = `
  create table migrations (name text primary key, checksum text not null);
  insert into migrations values ('0001-first.sql', 'abc');
  create table groups (id bigint generated always as identity primary key, name text not null);
  create table users (id bigint generated always as identity primary key, group_id bigint references groups, email text not null);
  create table devices (uid bigint primary key, group_id bigint references groups, weight double precision, total double precision generated always as (weight * 2) stored);
  create table heartbeats (uid bigint not null, at timestamptz not null, body jsonb) partition by range (at);
  create table links (a bigint, b text);
  create table audit (id bigint generated always as identity primary key, note text);
  create function refuse_change() returns trigger language plpgsql as 'begin raise exception $text$the audit is not changed$text$; end';
  create trigger audit_refuse before delete or truncate on audit execute function refuse_change();
  create schema graphile_worker;
  create table graphile_worker.migrations (id int primary key);
  insert into graphile_worker.migrations values (1);
  create table graphile_worker._private_tasks (id int generated always as identity primary key, identifier text not null);
  create table graphile_worker._private_job_queues (id int generated always as identity primary key, locked_at timestamptz, locked_by text);
  create table graphile_worker._private_jobs (id bigint generated always as identity primary key, task_id int references graphile_worker._private_tasks, locked_at timestamptz, locked_by text);
  create table graphile_worker._private_known_crontabs (identifier text primary key)`;

/** Companies, users, records of a month, rows without a key, and a job that a dead node had locked. */
export const ROWS = `
  create table heartbeats_2026_03 partition of heartbeats for values from ('2026-03-01 00:00:00+00') to ('2026-04-01 00:00:00+00');
  insert into groups (name) values (E'North\\t"line"\\n\\\\. ünïcode');
  insert into users (group_id, email) values (1, 'dana@example.com');
  insert into devices (uid, group_id, weight) values (100234, 1, 0.1);
  insert into heartbeats values (100234, '2026-03-02T00:00:00.123456Z', '{"a": 0.1}'), (100234, '2026-03-02T00:00:01Z', null);
  insert into links select n, 'M' || n from generate_series(1, 3) n;
  insert into audit (note) values ('tested');
  insert into graphile_worker._private_tasks (identifier) values ('outbox.send');
  insert into graphile_worker._private_jobs (task_id, locked_at, locked_by) values (1, now(), 'a dead node')`;

export const TABLES = ['groups', 'users', 'devices', 'heartbeats', 'links', 'audit', 'graphile_worker._private_tasks'];

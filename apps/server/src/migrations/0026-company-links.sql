-- A link names the company that owns both its ends, and composite keys compare it with each end (docs/decisions/0034).

create function pg_temp.without_devices(markers jsonb, gone bigint[]) returns jsonb language sql as $$
  select coalesce(jsonb_agg(marker || jsonb_build_object(
      'linkedUid', case when (marker ->> 'linkedUid')::bigint = any(gone) then null else marker -> 'linkedUid' end,
      'autoLinkedUids', coalesce(
        (select jsonb_agg(uid) from jsonb_array_elements(marker -> 'autoLinkedUids') uid where uid::text::bigint <> all(gone)), '[]'))
    order by place), '[]')
  from jsonb_array_elements(markers) with ordinality as line (marker, place)
$$;

-- Links across companies that older versions have left; each is removed and noted in the audit trail of its company.
create temporary table removed_links (group_id bigint, object_type text, object_id text, linked jsonb) on commit drop;

with gone as (
  delete from relay_devices l using relays r
  where r.name = l.name and not exists (select from devices d where d.uid = l.uid and d.group_id = r.group_id)
  returning r.group_id, l.name, l.uid)
insert into removed_links select group_id, 'relay', name, jsonb_build_object('uids', jsonb_agg(uid order by uid)) from gone group by 1, 3;

with gone as (
  delete from pig_path_devices l using pig_paths p
  where p.id = l.path_id and not exists (select from devices d where d.uid = l.uid and d.group_id = p.group_id)
  returning p.group_id, l.path_id, l.uid)
insert into removed_links select group_id, 'path', path_id::text, jsonb_build_object('agms', jsonb_agg(uid order by uid)) from gone group by 1, path_id;

update pig_paths p set rev = rev + 1, markers = pg_temp.without_devices(p.markers, gone.uids)
from (select object_id::bigint as id, array(select jsonb_array_elements_text(linked -> 'agms')::bigint) as uids
  from removed_links where object_type = 'path') gone
where gone.id = p.id;

with gone as (
  delete from pig_run_devices l using pig_runs r
  where r.id = l.run_id and r.recieve_at is null and not exists (select from devices d where d.uid = l.uid and d.group_id = r.group_id)
  returning r.group_id, l.run_id, l.uid)
insert into removed_links select group_id, 'run', run_id::text, jsonb_build_object('agms', jsonb_agg(uid order by uid)) from gone group by 1, run_id;

update pig_run_markers m set marker = pg_temp.without_devices(jsonb_build_array(m.marker), gone.uids) -> 0
from (select object_id::bigint as id, array(select jsonb_array_elements_text(linked -> 'agms')::bigint) as uids
  from removed_links where object_type = 'run') gone
where gone.id = m.run_id;

with gone as (
  delete from pig_run_rules l using pig_runs r
  where r.id = l.run_id and not exists (select from users u where u.id = l.user_id and u.group_id = r.group_id)
  returning r.group_id, l.run_id, l.user_id)
insert into removed_links select group_id, 'run', run_id::text, jsonb_build_object('users', jsonb_agg(user_id order by user_id)) from gone group by 1, run_id;

update pig_runs set rev = rev + 1 where id in (select object_id::bigint from removed_links where object_type = 'run');
-- The next change of such a run starts a new history of revisions.
delete from pig_run_revisions where run_id in (select object_id::bigint from removed_links where object_type = 'run');

delete from pig_run_alerts_told l using pig_runs r
where r.id = l.run_id and not exists (select from users u where u.id = l.user_id and u.group_id = r.group_id);
delete from stream_listeners;

update commands c set state = 'deleted', state_at = now(), due_at = null, note = 'The device has left the company.'
where state in ('queued', 'sent') and not exists (select from devices d where d.uid = c.uid and d.group_id = c.group_id);
update downloads l set refused_at = now(), refusal = 'The device has left the company.', due_at = null, is_wanted = false
where state <> 'DC' and refused_at is null and not exists (select from devices d where d.uid = l.uid and d.group_id = l.group_id);
update commands c set broadcast_id = null
where broadcast_id is not null and not exists (select from broadcasts b where b.id = c.broadcast_id and b.group_id = c.group_id);
update downloads l set session_id = null
where session_id is not null and not exists (select from download_sessions s where s.id = l.session_id and s.group_id = l.group_id);
update pig_runs r set path_id = null
where path_id is not null and not exists (select from pig_paths p where p.id = r.path_id and p.group_id = r.group_id);

insert into audit (user_name, group_id, action, object_type, object_id, before)
select 'update', group_id, 'foreign-links-removed', object_type, object_id, linked from removed_links;

-- The keys that links refer to.
alter table devices add unique (uid, group_id);
alter table users add unique (id, group_id);
alter table relays add unique (name, group_id);
alter table pig_paths add unique (id, group_id);
alter table pig_runs add unique (id, group_id);
alter table broadcasts add unique (id, group_id);
alter table download_sessions add unique (id, group_id);

alter table relay_devices add column group_id bigint;
update relay_devices l set group_id = r.group_id from relays r where r.name = l.name;
alter table relay_devices
  alter column group_id set not null,
  drop constraint relay_devices_name_fkey,
  drop constraint relay_devices_uid_fkey,
  add foreign key (name, group_id) references relays (name, group_id) on delete cascade,
  add foreign key (uid, group_id) references devices (uid, group_id) on delete cascade;

alter table pig_path_devices add column group_id bigint;
update pig_path_devices l set group_id = p.group_id from pig_paths p where p.id = l.path_id;
alter table pig_path_devices
  alter column group_id set not null,
  drop constraint pig_path_devices_path_id_fkey,
  add foreign key (path_id, group_id) references pig_paths (id, group_id) on delete cascade,
  add foreign key (uid, group_id) references devices (uid, group_id);
create index pig_path_devices_uid on pig_path_devices (uid);

-- Null: the device watched the completed run and has left the company since. Its number stays there, and nothing follows it.
alter table pig_run_devices add column group_id bigint;
update pig_run_devices l set group_id = r.group_id from pig_runs r join devices d on d.group_id = r.group_id
where r.id = l.run_id and d.uid = l.uid;
alter table pig_run_devices
  add foreign key (run_id, group_id) references pig_runs (id, group_id) on delete cascade,
  add foreign key (uid, group_id) references devices (uid, group_id);

alter table pig_run_rules add column group_id bigint;
update pig_run_rules l set group_id = r.group_id from pig_runs r where r.id = l.run_id;
alter table pig_run_rules
  alter column group_id set not null,
  drop constraint pig_run_rules_run_id_fkey,
  drop constraint pig_run_rules_user_id_fkey,
  add foreign key (run_id, group_id) references pig_runs (id, group_id) on delete cascade,
  add foreign key (user_id, group_id) references users (id, group_id) on delete cascade;

alter table pig_run_alerts_told add column group_id bigint;
update pig_run_alerts_told l set group_id = r.group_id from pig_runs r where r.id = l.run_id;
alter table pig_run_alerts_told
  alter column group_id set not null,
  drop constraint pig_run_alerts_told_run_id_fkey,
  drop constraint pig_run_alerts_told_user_id_fkey,
  add foreign key (run_id, group_id) references pig_runs (id, group_id) on delete cascade,
  add foreign key (user_id, group_id) references users (id, group_id) on delete cascade;
create index pig_run_alerts_told_user on pig_run_alerts_told (user_id);

alter table pig_runs
  drop constraint pig_runs_path_id_fkey,
  add foreign key (path_id, group_id) references pig_paths (id, group_id) on delete set null (path_id);

alter table stream_listeners add foreign key (uid, group_id) references devices (uid, group_id) on delete cascade;

-- A finished command or download is history and outlives its device; one that waits or is on its way must be of the device's company.
alter table commands
  add column open_uid bigint generated always as (case when state in ('queued', 'sent') then uid end) stored,
  add foreign key (open_uid, group_id) references devices (uid, group_id),
  drop constraint commands_broadcast_id_fkey,
  add foreign key (broadcast_id, group_id) references broadcasts (id, group_id);
create index commands_open on commands (open_uid) where open_uid is not null;

alter table downloads
  add column open_uid bigint generated always as (case when state <> 'DC' and refused_at is null then uid end) stored,
  add foreign key (open_uid, group_id) references devices (uid, group_id),
  drop constraint downloads_session_id_fkey,
  add foreign key (session_id, group_id) references download_sessions (id, group_id) on delete set null (session_id);
create index downloads_open on downloads (open_uid) where open_uid is not null;

-- Only a device that is still the company's is followed.
create or replace view device_followers as
  select distinct rules.user_id, watching.uid
  from pig_run_rules rules
  join pig_runs runs on runs.id = rules.run_id and runs.recieve_at is null
  join pig_run_devices watching on watching.run_id = runs.id and watching.group_id = rules.group_id;

-- Runs on their way: which passage was at which marker, and what was changed when.

create table pig_run_passages (
  run_id bigint not null references pig_runs (id) on delete cascade,
  -- Null: unassociated.
  marker_name text,
  passage_at timestamptz not null,
  -- Null with the next: a person has set it by hand.
  uid bigint,
  end_of_snip_at timestamptz,
  is_verified boolean not null,
  elf_id bigint,
  geo_id bigint,
  mag_id bigint,
  detection_count integer,
  frequency integer,
  is_offline boolean not null,
  is_bluetooth boolean not null,
  lat double precision,
  lon double precision,
  altitude_mm integer,
  sampling_rate double precision,
  check ((uid is null) = (end_of_snip_at is null)),
  check (uid is not null or marker_name is not null)
);
create index pig_run_passages_run on pig_run_passages (run_id);
-- A passage of a device belongs to one run.
create unique index pig_run_passages_device on pig_run_passages (uid, end_of_snip_at) where uid is not null;
create unique index pig_run_passages_by_hand on pig_run_passages (run_id, marker_name, passage_at) where uid is null;

-- What a client had read is found by going back over these.
create table pig_run_revisions (
  run_id bigint not null references pig_runs (id) on delete cascade,
  rev integer not null,
  -- The fields that this revision changed, as they were.
  before jsonb not null,
  primary key (run_id, rev)
);

alter table pig_runs
  -- A position is written as the run is read.
  drop column pig_lat,
  drop column pig_lon,
  drop column calculated_speed,
  drop column next_marker,
  drop column next_marker_2,
  drop column is_edit,
  alter column new_speed drop not null,
  alter column new_speed drop default,
  -- Markers that viewers have added.
  add column viewer_markers integer not null default 0;

-- Of a company, for its runs.
alter table groups
  add column auto_link_distance_m double precision not null default 100,
  add column auto_verify_minutes double precision not null default 5;

-- The run of a passage stands in the run.
alter table passages drop column run_id;

-- A viewer follows the devices of the active runs that notify him, while they are his company's.
drop table device_followers;
create view device_followers as
  select distinct rules.user_id, watching.uid
  from pig_run_rules rules
  join pig_runs runs on runs.id = rules.run_id and runs.recieve_at is null
  join pig_run_devices watching on watching.run_id = runs.id
  join devices on devices.uid = watching.uid and devices.group_id = runs.group_id;

-- Plans of runs, and the runs themselves.

alter table pig_paths
  add column rev integer not null default 1,
  add column launch_lat double precision not null default 0,
  add column launch_lon double precision not null default 0,
  add column recieve_lat double precision not null default 0,
  add column recieve_lon double precision not null default 0,
  add column pigs text[] not null default '{}',
  add column expected_speed double precision not null default 1.34112,
  add column pipeline_diameter double precision not null default 8,
  -- [[lon, lat], …]; the second as a line file gave it.
  add column line_generated jsonb not null default '[]',
  add column line_kml jsonb,
  add column notes text not null default '',
  -- In the order of the line; a path is read and saved as a whole.
  add column markers jsonb not null default '[]',
  add column csv_file_name text not null default '',
  add column notifications jsonb not null default '[]',
  add column updated_at timestamptz not null default now();

alter table pig_path_devices
  -- Of a device that told no place of its own when it was added.
  add column lat double precision,
  add column lon double precision;

create table pig_runs (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups (id),
  -- The plan it was launched from; the run has its own copy of it and outlives it.
  path_id bigint references pig_paths (id) on delete set null,
  rev integer not null default 1,
  pig text not null,
  launch_at timestamptz,
  -- Once it is set the run is completed.
  recieve_at timestamptz,
  -- The copy of the path, but its markers, devices and notifications, which have tables of their own.
  path jsonb not null,
  calculated_speed double precision not null default 0,
  pig_lat double precision,
  pig_lon double precision,
  -- A position or speed that a person has set, until the next verified passage.
  is_edit boolean not null default false,
  edit_at timestamptz,
  edit_lat double precision,
  edit_lon double precision,
  new_speed double precision not null default 0,
  next_marker integer not null default -1,
  next_marker_2 integer not null default -1,
  job_number text,
  created_at timestamptz not null default now()
);
create index pig_runs_newest on pig_runs (group_id, launch_at desc, id desc);
create unique index pig_runs_path_active on pig_runs (path_id) where recieve_at is null;
create unique index pig_runs_pig_active on pig_runs (group_id, lower(pig)) where recieve_at is null;

create table pig_run_markers (
  run_id bigint not null references pig_runs (id) on delete cascade,
  name text not null,
  -- In the order of the line.
  place integer not null,
  marker jsonb not null,
  primary key (run_id, name)
);

-- The devices that watch the run.
create table pig_run_devices (
  run_id bigint not null references pig_runs (id) on delete cascade,
  uid bigint not null,
  lat double precision,
  lon double precision,
  primary key (run_id, uid)
);
create index pig_run_devices_uid on pig_run_devices (uid);

create table pig_run_rules (
  run_id bigint not null references pig_runs (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  rule jsonb not null,
  primary key (run_id, user_id)
);
create index pig_run_rules_user on pig_run_rules (user_id);

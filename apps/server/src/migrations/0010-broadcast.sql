-- Pig paths, as far as the commands at their events need them.

create table pig_paths (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups (id),
  name text not null
);
create index pig_paths_group on pig_paths (group_id);

-- The devices that watch the line. One that has left the company stays in the plan.
create table pig_path_devices (
  path_id bigint not null references pig_paths (id) on delete cascade,
  uid bigint not null,
  primary key (path_id, uid)
);

create table pig_path_broadcast_flags (
  path_id bigint primary key references pig_paths (id) on delete cascade,
  -- The names of those that are Y.
  flags text[] not null
);

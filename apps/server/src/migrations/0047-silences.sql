-- Silences of alerts (docs/decisions/0064). Every column of the scope that is not null must fit.
create table silences (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups on delete cascade,
  path_id bigint,
  marker_name text,
  uid bigint,
  kind text,
  from_at timestamptz not null,
  until_at timestamptz not null,
  reason text not null,
  added_by bigint,
  added_name text not null,
  added_at timestamptz not null,
  ended_name text,
  foreign key (path_id, group_id) references pig_paths (id, group_id) on delete cascade
);
create index silences_until on silences (until_at);
create index silences_of_company on silences (group_id, until_at);
create index silences_of_path on silences (path_id) where path_id is not null;

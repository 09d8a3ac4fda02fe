-- Webhooks: events of a company that the server posts to programs (docs/decisions/0071).

create table event_hooks (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups (id) on delete cascade,
  url text not null check (char_length(url) between 1 and 2000),
  description text not null check (char_length(description) <= 100),
  event_types text[] not null check (cardinality(event_types) > 0),
  is_for_all_paths boolean not null,
  -- null with is_for_all_paths = false: its path is deleted, and no event fits.
  path_id bigint,
  eta_minutes integer not null check (eta_minutes between 1 and 1440),
  is_enabled boolean not null,
  -- The receiver answered 410 Gone.
  is_gone boolean not null default false,
  sealed_secret bytea not null,
  sealed_old_secret bytea,
  old_secret_until timestamptz,
  -- The first failure since the last success.
  failing_since timestamptz,
  failure_mailed_at timestamptz,
  last_error text,
  last_delivered_at timestamptz,
  made_by_name text not null,
  created_at timestamptz not null default now(),
  unique (id, group_id),
  foreign key (path_id, group_id) references pig_paths (id, group_id) on delete set null (path_id),
  check (not is_for_all_paths or path_id is null)
);
create index event_hooks_of_company on event_hooks (group_id);
create index event_hooks_of_path on event_hooks (path_id) where path_id is not null;

-- An event for a webhook.
create table event_deliveries (
  id bigint generated always as identity primary key,
  hook_id bigint not null,
  group_id bigint not null,
  -- The same at every attempt.
  event_id uuid not null,
  event_type text not null,
  subject text not null,
  -- Events of one sequence are delivered in the order of their ids: 'run 41', 'device 100234'.
  sequence text collate "C" not null,
  body text not null,
  -- When it was stored, or replayed last.
  queued_at timestamptz not null default now(),
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'dead')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- A node is sending it. Another node may take it over after this time.
  claimed_until timestamptz,
  finished_at timestamptz,
  last_status integer,
  last_error text,
  response text,
  log jsonb not null default '[]',
  foreign key (hook_id, group_id) references event_hooks (id, group_id) on delete cascade
);
create index event_deliveries_waiting on event_deliveries (hook_id, sequence, id) where status = 'waiting';
create index event_deliveries_of_hook on event_deliveries (hook_id, id desc);
create index event_deliveries_dead on event_deliveries (hook_id, id) where status = 'dead';
create index event_deliveries_queued on event_deliveries (queued_at);

-- The expected arrival that a webhook knows.
create table event_hook_etas (
  hook_id bigint not null,
  run_id bigint not null,
  group_id bigint not null,
  expected_at timestamptz,
  primary key (hook_id, run_id),
  foreign key (hook_id, group_id) references event_hooks (id, group_id) on delete cascade,
  foreign key (run_id, group_id) references pig_runs (id, group_id) on delete cascade
);
create index event_hook_etas_of_run on event_hook_etas (run_id);

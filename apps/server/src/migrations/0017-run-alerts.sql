-- What people are told of a run.

alter table outbox
  -- The run that a message tells of; what has not left goes with it.
  add column run_id bigint;
create index outbox_unsent_of_run on outbox (run_id) where run_id is not null and status <> 'sent';

-- What holds for a run, and has held: a late pig, a missed marker, a device that is away.
create table pig_run_alerts (
  run_id bigint not null references pig_runs (id) on delete cascade,
  cause text not null,
  kind text not null,
  marker_name text,
  uid bigint,
  -- As it was when it began.
  words text not null,
  began_at timestamptz not null,
  -- Null: it holds.
  ended_at timestamptz,
  primary key (run_id, cause)
);
create index pig_run_alerts_held on pig_run_alerts (run_id) where ended_at is null;

create table pig_run_alerts_told (
  run_id bigint not null references pig_runs (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  cause text not null,
  told_at timestamptz not null,
  primary key (run_id, user_id, cause)
);

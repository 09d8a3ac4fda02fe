-- What the completed runs of a company have taught of how far its arrivals are off; learned anew every night.
create table run_spreads (
  group_id bigint primary key references groups (id) on delete cascade,
  spreads jsonb not null,
  learned_at timestamptz not null default now()
);

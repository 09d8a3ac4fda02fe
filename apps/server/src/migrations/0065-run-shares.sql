-- Links that show one run to readers without an account. Only the hash of a token is stored; a revoked link is deleted.

create table run_shares (
  id bigint generated always as identity primary key,
  group_id bigint not null,
  run_id bigint not null,
  hash bytea not null unique check (length(hash) = 32),
  name text not null check (char_length(name) between 1 and 80),
  made_by_name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at <= created_at + interval '91 days'),
  delay_minutes int not null check (delay_minutes between 0 and 1440),
  hides_places boolean not null,
  password_hash text,
  visits bigint not null default 0,
  last_visit_at timestamptz,
  foreign key (run_id, group_id) references pig_runs (id, group_id) on delete cascade
);
create index run_shares_run on run_shares (run_id);

-- The visitors of a link within the last hour, as keyed hashes of address and browser.
create table run_share_visitors (
  share_id bigint not null references run_shares (id) on delete cascade,
  visitor bytea not null,
  seen_at timestamptz not null default now(),
  primary key (share_id, visitor)
);

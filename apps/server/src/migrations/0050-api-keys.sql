-- API keys of companies, for programs. Only the hash of a key is stored.

create table api_keys (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups (id) on delete cascade,
  -- The part of the key that finds its row; it is shown in the list.
  lookup text not null unique,
  hash bytea not null check (length(hash) = 32),
  name text not null check (char_length(name) between 1 and 80),
  scopes text[] not null check (cardinality(scopes) > 0),
  -- Addresses and ranges that may use the key; empty: every address.
  addresses text[] not null default '{}' check (cardinality(addresses) <= 20),
  -- The user who made it, wherever they are now.
  made_by_id bigint not null,
  made_by_name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_address text
);
create index api_keys_group on api_keys (group_id);

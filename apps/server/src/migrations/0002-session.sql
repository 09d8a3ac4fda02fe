-- The built-in identity provider: passwords, sessions with rotating refresh tokens, mailed links, throttling.

create table passwords (
  user_id bigint primary key references users (id) on delete cascade,
  hash text not null,
  changed_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  address text,
  user_agent text not null default '',
  -- Sealed refresh token of an external provider.
  external_refresh bytea
);
create index sessions_user on sessions (user_id) where ended_at is null;
create index sessions_expiry on sessions (expires_at);

-- One family of refresh tokens a session; only hashes are kept.
create table refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  replaced_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

create table password_links (
  hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_links_user on password_links (user_id);

-- Counted attempts by key ("account:…", "address:…", "link:…"); keys of accounts are hashed.
create table attempts (
  key text primary key,
  failures integer not null,
  blocked_until timestamptz not null,
  last_at timestamptz not null
);

create table signing_keys (
  kid text primary key,
  public_key jsonb not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null default now()
);

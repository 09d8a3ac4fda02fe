-- Passkeys (WebAuthn) as a second factor, the rule of a company that requires one, and when a session proved who uses it.

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  credential_id bytea not null unique check (length(credential_id) <= 1023),
  public_key bytea not null,
  -- Of the last answer; a smaller one comes from a copy.
  counter bigint not null,
  -- The name of the address at which it was made: it works only there.
  rp_id text not null,
  transports text[] not null default '{}',
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- Challenges that passkeys answer: one for each purpose and session or sign-in.
create table passkey_challenges (
  user_id bigint not null references users (id) on delete cascade,
  purpose text not null,
  holder text not null,
  hash bytea not null,
  expires_at timestamptz not null,
  primary key (user_id, purpose, holder)
);

alter table groups add column second_factor_rule text not null default 'off'
  check (second_factor_rule in ('off', 'admins', 'everyone'));

-- When the password and a second factor were last shown in the session. For a user of an external provider, factor_at
-- is the sign-in at which the provider said that it asked for a second factor.
alter table sessions add column password_at timestamptz;
alter table sessions add column factor_at timestamptz;

-- The second factor of users with a password here: an authenticator app (TOTP), and codes for the day it is lost.

create table totp_factors (
  user_id bigint primary key references users (id) on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz not null default now(),
  -- Null until the user has shown a first code: sign-ins do not ask for it yet.
  confirmed_at timestamptz,
  -- The time step of the last accepted code: no code is accepted twice.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id bigint not null references users (id) on delete cascade,
  hash bytea not null,
  primary key (user_id, hash)
);

-- A sign-in whose password was right and that waits for the second factor.
create table sign_in_tickets (
  hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- The password that was compared: a new one ends the ticket.
  password_hash text not null,
  expires_at timestamptz not null
);
create index sign_in_tickets_user on sign_in_tickets (user_id);

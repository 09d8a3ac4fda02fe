-- What every feature stands on: the installation, companies, people, the audit trail and the error log.

create table installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  is_demo boolean not null,
  -- A known text sealed with the secret key: tells a node that was given another key.
  key_check bytea not null,
  created_at timestamptz not null default now()
);

create table groups (
  id bigint generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 49),
  created_at timestamptz not null default now()
);
create unique index groups_name on groups (lower(name));

create table users (
  id bigint generated always as identity primary key,
  group_id bigint references groups (id),
  email text not null,
  name text not null,
  phone text not null default '' check (char_length(phone) <= 50),
  role text not null check (role in ('viewer', 'admin', 'superadmin')),
  is_opted_in boolean not null default false,
  -- People of an external identity provider are known by its issuer and their subject there.
  external_issuer text,
  external_subject text,
  created_at timestamptz not null default now(),
  constraint a_superadmin_belongs_to_no_company check ((role = 'superadmin') = (group_id is null))
);
create unique index users_email on users (lower(email));
create unique index users_external on users (external_issuer, external_subject);
create index users_group on users (group_id);

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id bigint,
  user_name text not null,
  group_id bigint,
  address text,
  request_id text,
  action text not null,
  object_type text not null,
  object_id text not null,
  before jsonb,
  after jsonb
);
create index audit_group_at on audit (group_id, at desc);
create index audit_object on audit (object_type, object_id, at desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only';
end $$;
create trigger audit_is_append_only before update or delete or truncate on audit
  for each statement execute function refuse_audit_change();

create sequence error_log_id increment 50;
create table error_log (
  id bigint primary key,
  at timestamptz not null,
  user_id bigint,
  route text not null,
  status integer not null,
  code text not null,
  message text not null,
  request_id text not null
);
create index error_log_at on error_log (at desc);

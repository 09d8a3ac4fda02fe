-- What devices were asked for of their disks, and what they have sent of it.

-- Many devices asked at once by a person.
create table download_sessions (
  id bigint generated always as identity primary key,
  group_id bigint not null,
  user_id bigint,
  user_name text not null,
  launch_at timestamptz not null,
  receive_at timestamptz not null,
  -- [{uid, reason}] of the devices that do not get all.
  failed jsonb not null,
  created_at timestamptz not null default now(),
  -- By a person; by itself it closes when it waits for no device any more.
  ended_at timestamptz,
  ended_by text
);
create index download_sessions_open on download_sessions (group_id) where ended_at is null;

-- One command that asks for a time range, whoever queued it.
create table downloads (
  command_id bigint primary key,
  uid bigint not null,
  group_id bigint not null,
  session_id bigint references download_sessions (id) on delete set null,
  user_name text not null,
  created_at timestamptz not null default now(),
  kind text not null check (kind in ('passages', 'raw')),
  -- Over satellite come ordinary passages instead of packets.
  is_satellite boolean not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  state text not null default 'QC' check (state in ('QC', 'D', 'DC')),
  accepted_at timestamptz,
  -- The command came to nothing, and why.
  refused_at timestamptz,
  refusal text,
  -- How many packets there are, once the device has said; how many have come; how many of these could not be read.
  total integer,
  received integer not null default 0,
  faulty integer not null default 0,
  latest_passage_at timestamptz,
  first_packet_at timestamptz,
  last_packet_at timestamptz,
  completed_at timestamptz,
  bytes bigint,
  sha256 text,
  -- How often what is missing was asked for since something new came; whether that waits to be done.
  asks smallint not null default 0,
  is_wanted boolean not null default false,
  -- When it is looked after, unless something comes before.
  due_at timestamptz,
  -- When consoles were told last, and whether there is more to tell.
  told_at timestamptz not null default now(),
  is_untold boolean not null default false
) with (fillfactor = 70);
create index downloads_of_company on downloads (group_id, command_id);
create index downloads_of_session on downloads (session_id) where session_id is not null;
create index downloads_running on downloads (uid) where state <> 'DC';
create index downloads_due on downloads (due_at) where due_at is not null;
create index downloads_untold on downloads (command_id) where is_untold;

-- The contents. Over satellite n is the end of the passage's snippet, in milliseconds from the start of the range.
create table download_packets (
  command_id bigint not null,
  n integer not null,
  recorded_at timestamptz not null,
  content bytea not null,
  primary key (command_id, n)
);
-- Samples hardly get smaller.
alter table download_packets alter column content set storage external;

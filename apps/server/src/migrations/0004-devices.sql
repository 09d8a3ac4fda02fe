-- Devices, what they last said, and everything they ever said. Records are kept by month in partitions and carry
-- the company that held the device when they were made.

create table devices (
  uid bigint primary key check (uid between 1 and 99999999999999),
  group_id bigint not null references groups (id),
  imei text unique check (imei ~ '^[0-9]{15}$'),
  -- By which name Cloudloop takes messages to it; learnt from what it delivers.
  cloudloop_thing text,
  is_auto_download boolean not null default false,
  -- Where it was set up; 0/0 is not known.
  start_lat double precision not null default 0,
  start_lon double precision not null default 0,
  created_at timestamptz not null default now()
);
create index devices_group on devices (group_id);

-- Last values. Updated with every heartbeat: no index beyond the key, and room on the page for the next version.
create table device_states (
  uid bigint primary key references devices (uid) on delete cascade,
  lat double precision,
  lon double precision,
  heartbeat_at timestamptz,
  battery_mv integer,
  signal_dbm smallint,
  -- Arrival of anything at all, and of the last word about its presence.
  heard_at timestamptz,
  status_at timestamptz,
  is_connected boolean not null default false,
  is_iridium boolean not null default false,
  is_bluetooth boolean,
  -- Not back when it was expected: told once.
  is_overdue boolean not null default false,
  expected_wakeup_at timestamptz,
  shutdown_at timestamptz,
  passage_at timestamptz,
  passage_id bigint,
  detection_count integer,
  settings_at timestamptz,
  power_mode smallint,
  schedule smallint,
  record_mode smallint,
  geo_mode smallint,
  stream_mode smallint,
  frequencies smallint[],
  sensitivities smallint[],
  enables smallint[],
  psg_state smallint,
  psg_size smallint,
  info_at timestamptz,
  firmware_version double precision,
  product_number smallint,
  active_carrier text,
  primary_carrier text,
  registration_status text,
  disk_use_mb bigint,
  disk_size_mb bigint,
  offline_files integer,
  online_files integer
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500);

-- Who sees which device because of a run he is told of.
create table device_followers (
  user_id bigint not null references users (id) on delete cascade,
  uid bigint not null references devices (uid) on delete cascade,
  primary key (user_id, uid)
);
create index device_followers_uid on device_followers (uid);

create table device_credentials (
  uid bigint primary key references devices (uid) on delete cascade,
  password_hash bytea not null,
  -- The same password as an external broker checks it.
  broker_hash text not null,
  -- Sealed with the secret key.
  message_key bytea not null,
  issued_at timestamptz not null default now()
);

create table relays (
  name text primary key check (name ~ '^[A-Za-z0-9_.-]{1,40}$'),
  group_id bigint not null references groups (id),
  password_hash bytea not null,
  broker_hash text not null,
  issued_at timestamptz not null default now()
);
create table relay_devices (
  name text not null references relays (name) on delete cascade,
  uid bigint not null references devices (uid) on delete cascade,
  primary key (name, uid)
);
create index relay_devices_uid on relay_devices (uid);

-- link: 0 cellular, 1 bluetooth, 2 iridium.
create table heartbeats (
  uid bigint not null,
  at timestamptz not null,
  group_id bigint not null,
  received_at timestamptz not null,
  lat double precision not null,
  lon double precision not null,
  altitude_mm integer,
  battery_mv integer not null,
  offline_files integer not null,
  online_files integer not null,
  iridium_offline_files integer not null,
  link smallint not null,
  signal_strength smallint not null,
  satellite_count smallint not null,
  error_flag smallint not null,
  power_supply_state smallint not null,
  geophone_connected smallint not null,
  external_antenna_connected smallint not null,
  antenna_fold_state smallint not null,
  primary key (uid, at)
) partition by range (at);

-- kind: 0 ELF, 1 GEO, 2 MAG. The records of one passage share uid and end of snippet.
create sequence passage_id;
create table passages (
  uid bigint not null,
  end_of_snip_at timestamptz not null,
  kind smallint not null,
  id bigint not null default nextval('passage_id'),
  group_id bigint not null,
  passage_at timestamptz not null,
  received_at timestamptz not null,
  psg_seq bigint not null,
  detection_count integer not null,
  frequency smallint not null,
  is_verified boolean not null default false,
  is_offline boolean not null,
  is_bluetooth boolean not null,
  lat double precision,
  lon double precision,
  altitude_mm integer,
  sampling_rate double precision not null,
  -- What the device measured of its own signal.
  features jsonb,
  run_id bigint,
  primary key (uid, end_of_snip_at, kind)
) partition by range (end_of_snip_at);
create index passages_id on passages (id);
create index passages_seq on passages (uid, psg_seq);
create index passages_newest on passages (uid, passage_at);

create table waveforms (
  uid bigint not null,
  end_of_snip_at timestamptz not null,
  kind smallint not null,
  group_id bigint not null,
  -- Expanded from a satellite snippet: less than the device heard.
  is_snippet boolean not null,
  -- Little-endian 16-bit integers: version, channel, sensitivity, rate in mHz, then 500 samples.
  data bytea not null,
  primary key (uid, end_of_snip_at, kind)
) partition by range (end_of_snip_at);
-- Waveforms that came before their passage.
create table early_waveforms (
  uid bigint not null,
  psg_seq bigint not null,
  kind smallint not null,
  is_snippet boolean not null,
  data bytea not null,
  received_at timestamptz not null,
  primary key (uid, psg_seq, kind)
);

create table gps_fixes (
  uid bigint not null,
  at timestamptz not null,
  group_id bigint not null,
  received_at timestamptz not null,
  lat double precision not null,
  lon double precision not null,
  altitude_mm integer,
  satellite_count smallint not null,
  primary key (uid, at)
) partition by range (at);

create table device_errors (
  uid bigint not null,
  at timestamptz not null,
  code integer not null,
  group_id bigint not null,
  received_at timestamptz not null,
  detail bigint not null,
  primary key (uid, at, code)
) partition by range (at);

create table device_infos (
  uid bigint not null,
  at timestamptz not null,
  group_id bigint not null,
  received_at timestamptz not null,
  command_id bigint,
  firmware_major smallint not null,
  firmware_minor smallint not null,
  protocol_version smallint not null,
  hardware_major smallint not null,
  hardware_minor smallint not null,
  product_number smallint not null,
  primary key (uid, at)
) partition by range (at);

create table control_responses (
  uid bigint not null,
  at timestamptz not null,
  group_id bigint not null,
  received_at timestamptz not null,
  command_id bigint,
  -- In the documents' spelling of the response; what the firmware does not say is absent.
  settings jsonb not null,
  primary key (uid, at)
) partition by range (at);

create table command_acks (
  uid bigint not null,
  at timestamptz not null,
  command_id bigint not null,
  status smallint not null,
  group_id bigint not null,
  received_at timestamptz not null,
  detail smallint not null,
  primary key (uid, at, command_id, status)
) partition by range (at);

-- How many records of a kind a device has on a day, so that no page has to count.
create table record_counts (
  uid bigint not null,
  kind text not null,
  day date not null,
  group_id bigint not null,
  count integer not null,
  primary key (uid, kind, day, group_id)
) with (fillfactor = 60);

-- What nobody could use: a sample of it, and the count of all.
create table rejected_messages (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  reason text not null,
  detail text not null,
  link text not null,
  uid bigint,
  sender text not null,
  topic text not null,
  payload bytea not null
);
create index rejected_messages_at on rejected_messages (at desc);
create table rejected_counts (
  day date not null,
  reason text not null,
  count bigint not null,
  primary key (day, reason)
);

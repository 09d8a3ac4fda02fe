-- Running servers, each as it says of itself every 15 s. One that stops takes its row with it; one that was killed is silent.
create table nodes (
  id uuid primary key,
  name text not null,
  version text not null,
  commit text,
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  memory_bytes bigint not null,
  -- The longest that something due had to wait since the time before.
  loop_delay_ms real not null,
  consoles integer not null,
  device_connections integer not null,
  -- Packets of devices that are not stored yet.
  waiting_packets integer not null,
  redis text not null check (redis in ('none', 'up', 'away')),
  broker text not null check (broker in ('none', 'inside', 'up', 'away'))
) with (fillfactor = 50);

-- By `waymark admin backup`.
alter table installation add column backed_up_at timestamptz, add column backup_bytes bigint;

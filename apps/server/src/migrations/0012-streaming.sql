-- Which node has consoles that listen to the live stream of a device. A node says so again every few seconds: what it has
-- not said for half a minute does not count, and goes.
create table stream_listeners (
  node_id uuid not null,
  uid bigint not null,
  group_id bigint not null,
  seen_at timestamptz not null default now(),
  primary key (node_id, uid)
);
create index stream_listeners_device on stream_listeners (uid);

-- The newest of a device that starts or stops its stream.
create index commands_streaming on commands (uid, id) where type = 'StreamEnable';

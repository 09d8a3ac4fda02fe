-- Which connection of which node brings a device, so that the end of an older one is not taken for the device's loss.
create table device_connections (
  uid bigint not null references devices (uid) on delete cascade,
  -- A device's own, or that of a relay; each has one connection at a time.
  client_id text not null,
  id uuid not null,
  -- That of the table nodes; a node that is gone holds no connection.
  node_id uuid not null,
  -- When the client signed in.
  since timestamptz not null,
  primary key (uid, client_id)
);
create index device_connections_node on device_connections (node_id);

-- Commands to devices and what became of them. The queue is here and nowhere else: links only carry it.

-- Four bytes carry a command's number over satellite.
create sequence command_id maxvalue 4294967295;

-- The same commands to many devices at once.
create table broadcasts (
  id bigint generated always as identity primary key,
  group_id bigint not null,
  at timestamptz not null default now(),
  user_id bigint,
  user_name text not null,
  codes text[] not null,
  -- [{uid, reason}] of the devices that got nothing.
  failed jsonb not null
);
create index broadcasts_group on broadcasts (group_id, id);

-- They outlive their device: what was sent to it stays with the company that held it then.
create table commands (
  id bigint primary key default nextval('command_id'),
  uid bigint not null,
  group_id bigint not null,
  type text not null,
  parameters jsonb not null,
  -- As the client sent it; the order is that of the ids.
  time_stamp_sent timestamptz not null,
  queued_at timestamptz not null default now(),
  user_id bigint,
  user_name text not null,
  source text not null,
  broadcast_id bigint references broadcasts (id),
  expires_at timestamptz,
  state text not null default 'queued' check (state in ('queued', 'sent', 'accepted', 'rejected', 'expired', 'deleted')),
  state_at timestamptz not null default now(),
  -- 0 cellular, 2 iridium: the link that carried it last.
  link smallint,
  -- How often it was sent, and how often since it was last queued.
  attempts integer not null default 0,
  tries smallint not null default 0,
  -- Queued: not before this. Sent: without an answer, what happens next happens then.
  due_at timestamptz,
  note text
) with (fillfactor = 70);
-- What a device has not accepted; small, however long the history.
create index commands_listed on commands (uid, id) where state in ('queued', 'sent', 'rejected');
-- A device has one command in flight.
create unique index commands_in_flight on commands (uid) where state = 'sent';
create index commands_queued on commands (uid, id) where state = 'queued';
create index commands_due on commands (due_at) where state in ('queued', 'sent') and due_at is not null;
create index commands_expiring on commands (expires_at) where state in ('queued', 'sent') and expires_at is not null;
create index commands_of_device on commands (uid, id);
create index commands_of_broadcast on commands (broadcast_id) where broadcast_id is not null;

-- Each step in the life of a command.
create table command_steps (
  id bigint generated always as identity primary key,
  command_id bigint not null references commands (id) on delete cascade,
  at timestamptz not null,
  state text not null,
  -- A person; null: the device or the server.
  user_name text,
  detail text
);
create index command_steps_command on command_steps (command_id);

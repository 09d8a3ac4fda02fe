-- Text messages: for whom they are, what is under way, and the phones that want none.

alter table outbox
  -- For whom a text message is: he must have opted in at the moment it leaves.
  add column user_id bigint,
  -- Its text lets somebody in (a password link): no list shows it.
  add column holds_secret boolean not null default true,
  -- An attempt has begun and how it ended is not known, or not yet.
  add column attempt_begun_at timestamptz,
  add constraint text_messages_are_for_somebody check (medium <> 'sms' or user_id is not null);
create index outbox_group on outbox (group_id, id desc);

-- Said STOP and not START since: nothing is sent there, whoever opts in with this number.
create table stopped_phones (
  phone text primary key check (phone ~ '^[0-9]{1,50}$'),
  stopped_at timestamptz not null default now()
);

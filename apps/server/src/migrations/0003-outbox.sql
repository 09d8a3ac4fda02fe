-- Messages to people, written in the same transaction as what they tell of, sent by a job.

create table outbox (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  group_id bigint,
  medium text not null check (medium in ('mail', 'sms')),
  recipient text not null check (recipient <> ''),
  subject text not null,
  body_text text not null,
  body_html text,
  -- Two messages with the same key are the same message: the second is never written.
  dedupe_key text unique,
  -- Names the message to its receiver, the same at every attempt and never again for another one.
  message_key uuid not null default gen_random_uuid(),
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'dead')),
  attempts integer not null default 0,
  -- Whoever attempts it moves this on first, so nobody else does before then. Whole milliseconds,
  -- so that a job timed by it never comes a moment early.
  next_attempt_at timestamptz not null default date_trunc('milliseconds', now()),
  last_error text,
  sent_at timestamptz,
  constraint sent_messages_say_when check ((status = 'sent') = (sent_at is not null))
);
create index outbox_unsent on outbox (status, next_attempt_at) where status <> 'sent';

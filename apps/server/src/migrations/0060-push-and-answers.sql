-- Web push, and acknowledgements from a message (docs/decisions/0062).

-- The key pair that names this installation to push services. Made at the first start; a new one would end all subscriptions.
create table vapid_keys (
  id boolean primary key default true check (id),
  public_key text not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null default now()
);

-- The browsers in which a user has turned push on. A browser belongs to the user who turned it on last.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  public_key text not null check (length(public_key) <= 200),
  sealed_auth bytea not null,
  browser text not null check (length(browser) <= 100),
  created_at timestamptz not null default now(),
  -- The last message, and why the push service did not take it; no time: none yet.
  last_at timestamptz,
  last_error text
);
create index push_subscriptions_of_user on push_subscriptions (user_id);

-- The last browser of a user that the push service no longer knows, until the user turns push on again.
create table lost_push_subscriptions (
  user_id bigint primary key references users on delete cascade,
  browser text not null,
  at timestamptz not null
);

-- A message from which its user can acknowledge alerts: by a link in it, or by a reply with its number. It ends with the
-- account's state (users.link_epoch), after a day, and with its use.
create table alert_answers (
  id bigint generated always as identity primary key,
  group_id bigint not null,
  user_id bigint not null,
  epoch integer not null,
  -- The hash of the token in the link. null: the message has not left, or is a text message.
  hash bytea unique,
  -- The number that a user replies to a text message.
  number integer,
  expires_at timestamptz not null,
  used_at timestamptz,
  unique (id, group_id),
  foreign key (user_id, group_id) references users (id, group_id) on delete cascade
);
create index alert_answers_of_user on alert_answers (user_id);
create index alert_answers_number on alert_answers (number) where number is not null;
create index alert_answers_expired on alert_answers (expires_at);
create sequence alert_answer_numbers minvalue 100 maxvalue 99999 cycle;

create table alert_answer_alerts (
  answer_id bigint not null,
  alert_id bigint not null,
  group_id bigint not null,
  -- The count of the alert in the message: raised again, it asks again.
  raise integer not null,
  primary key (answer_id, alert_id),
  foreign key (answer_id, group_id) references alert_answers (id, group_id) on delete cascade,
  foreign key (alert_id, group_id) references alerts (id, group_id) on delete cascade
);
create index alert_answer_alerts_of_alert on alert_answer_alerts (alert_id);

alter table outbox
  drop constraint outbox_medium_check,
  drop constraint text_messages_are_for_somebody,
  add constraint outbox_medium_check check (medium in ('mail', 'sms', 'push')),
  add constraint messages_to_phones_and_browsers_have_a_user check (medium = 'mail' or user_id is not null),
  -- The answer whose link is made when the message is sent.
  add column answer_id bigint,
  -- The address that a push opens.
  add column opens text;
create index outbox_of_recipient on outbox (medium, recipient, id desc);

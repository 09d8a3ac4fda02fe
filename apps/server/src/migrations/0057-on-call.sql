-- On-call rosters, and the escalation of alerts that no user acknowledges (docs/decisions/0060).

create table on_call_rosters (
  group_id bigint primary key references groups on delete cascade,
  time_zone text not null check (length(time_zone) <= 64),
  -- [{"userId", "from", "until"}], in minutes since Monday 00:00 on the clocks of the zone.
  shifts jsonb not null
);

create table on_call_overrides (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups on delete cascade,
  -- null: no one takes these hours.
  user_id bigint,
  from_at timestamptz not null,
  until_at timestamptz not null,
  added_name text not null,
  foreign key (user_id, group_id) references users (id, group_id) on delete set null (user_id)
);
create index on_call_overrides_of_company on on_call_overrides (group_id, until_at);
create index on_call_overrides_of_user on on_call_overrides (user_id) where user_id is not null;

create table escalation_policies (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups on delete cascade,
  -- null: all paths of the company without steps of their own.
  path_id bigint,
  -- [{"afterMinutes", "onCall", "userIds", "media"}]; none: alerts are not escalated.
  steps jsonb not null,
  foreign key (path_id, group_id) references pig_paths (id, group_id) on delete cascade
);
create unique index escalation_policies_of on escalation_policies (group_id, coalesce(path_id, 0));
create index escalation_policies_of_path on escalation_policies (path_id) where path_id is not null;

-- The steps taken, one row for each: the key lets one node take a step once. `raise` is the count of the alert.
create table alert_escalations (
  alert_id bigint not null,
  group_id bigint not null,
  raise integer not null,
  step integer not null,
  at timestamptz not null,
  -- A message of it could not be delivered.
  failed_at timestamptz,
  primary key (alert_id, raise, step),
  unique (alert_id, raise, step, group_id),
  foreign key (alert_id, group_id) references alerts (id, group_id) on delete cascade
);

-- The messages of a step. Alerts of a run that are escalated together share one.
create table alert_escalation_messages (
  id bigint generated always as identity primary key,
  alert_id bigint not null,
  group_id bigint not null,
  raise integer not null,
  step integer not null,
  user_id bigint not null,
  medium text not null,
  -- The key of the message in the outbox.
  dedupe_key text not null,
  at timestamptz not null,
  failed_at timestamptz,
  foreign key (alert_id, raise, step, group_id) references alert_escalations (alert_id, raise, step, group_id)
    on delete cascade
);
create index alert_escalation_messages_of_step on alert_escalation_messages (alert_id, raise, step);
create index alert_escalation_messages_key on alert_escalation_messages (dedupe_key);
create index alert_escalation_messages_at on alert_escalation_messages (user_id, at);

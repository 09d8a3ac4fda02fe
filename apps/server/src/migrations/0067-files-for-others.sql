-- Column profiles for control points, calendar feeds and reports by mail (docs/decisions/0072).

create table control_profiles (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  -- [{"column", "heading", "unit", "decimals"}] in their order.
  columns jsonb not null,
  time_format text not null,
  -- null: stretches without a control point are not listed.
  gap_m double precision check (gap_m > 0)
);
create unique index control_profiles_name on control_profiles (group_id, lower(name));

-- The address of a feed is its only secret; it is stored as a hash.
create table calendar_feeds (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups (id) on delete cascade,
  -- The owner, whose rights limit the feed; null: a feed of the company.
  user_id bigint,
  name text not null check (char_length(name) between 1 and 80),
  hash bytea not null unique check (length(hash) = 32),
  made_by_name text not null,
  created_at timestamptz not null default now(),
  last_read_at timestamptz,
  foreign key (user_id, group_id) references users (id, group_id) on delete cascade
);
create index calendar_feeds_group on calendar_feeds (group_id);
create index calendar_feeds_user on calendar_feeds (user_id) where user_id is not null;

create table report_mails (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups (id) on delete cascade,
  content text not null,
  every text not null,
  -- 0: Monday.
  weekday smallint not null check (weekday between 0 and 6),
  hour smallint not null check (hour between 0 and 23),
  time_zone text not null check (length(time_zone) <= 64),
  -- null: switched off.
  next_at timestamptz,
  -- The last mail covers everything before this.
  covered_until timestamptz not null,
  last_sent_at timestamptz,
  last_runs integer not null default 0,
  -- The keys of its messages in the outbox.
  last_keys text[] not null default '{}',
  unique (id, group_id)
);
create index report_mails_group on report_mails (group_id);
create index report_mails_due on report_mails (next_at) where next_at is not null;

create table report_mail_recipients (
  mail_id bigint not null,
  group_id bigint not null,
  user_id bigint not null,
  primary key (mail_id, user_id),
  foreign key (mail_id, group_id) references report_mails (id, group_id) on delete cascade,
  foreign key (user_id, group_id) references users (id, group_id) on delete cascade
);
create index report_mail_recipients_user on report_mail_recipients (user_id);

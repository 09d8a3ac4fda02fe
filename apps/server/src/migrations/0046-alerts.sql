-- Alerts with a life of their own (docs/decisions/0063). A cause has at most one alert that is not closed.

create table alerts (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups on delete cascade,
  -- null: it is about the company's links.
  run_id bigint,
  -- 'run 41', or 'company'.
  subject text not null,
  cause text not null,
  kind text not null,
  marker_name text,
  uid bigint,
  -- As it was when the cause began last, in both systems of units.
  words_us text not null,
  words_metric text not null,
  raised_at timestamptz not null,
  last_raised_at timestamptz not null,
  count integer not null,
  notified_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by bigint,
  acknowledged_name text,
  note text,
  assigned_to bigint,
  ended_at timestamptz,
  closed_at timestamptz,
  changed_at timestamptz not null,
  unique (id, group_id),
  foreign key (run_id, group_id) references pig_runs (id, group_id) on delete cascade,
  foreign key (assigned_to, group_id) references users (id, group_id) on delete set null (assigned_to)
);
create unique index alerts_open on alerts (group_id, subject, cause) where closed_at is null;
create index alerts_of_run on alerts (run_id) where run_id is not null;
create index alerts_closed on alerts (group_id, closed_at desc, id desc) where closed_at is not null;
create index alerts_changed on alerts (group_id, changed_at desc);
create index alerts_ended on alerts (ended_at) where ended_at is not null and closed_at is null;
create index alerts_assigned on alerts (assigned_to) where assigned_to is not null;

create table alert_events (
  id bigint generated always as identity primary key,
  alert_id bigint not null,
  group_id bigint not null,
  at timestamptz not null,
  step text not null,
  -- null: the server.
  user_id bigint,
  user_name text,
  text text not null,
  foreign key (alert_id, group_id) references alerts (id, group_id) on delete cascade
);
create index alert_events_of_alert on alert_events (alert_id, id);

-- When a user last looked at the alerts.
create table alert_visits (
  user_id bigint primary key references users on delete cascade,
  at timestamptz not null
);

-- Minutes of silence after which an alert is raised. 0: never.
alter table groups
  add column alert_unheard_minutes integer not null default 180 check (alert_unheard_minutes between 0 and 2880),
  add column alert_waiting_minutes integer not null default 30 check (alert_waiting_minutes between 0 and 2880);

-- The causes that hold now have alerts, too. Their texts exist in one system of units.
insert into alerts (group_id, run_id, subject, cause, kind, marker_name, uid, words_us, words_metric, raised_at, last_raised_at, count, changed_at)
select r.group_id, r.id, 'run ' || r.id, a.cause, a.kind, a.marker_name, a.uid, a.words, a.words, a.began_at, a.began_at, 1, a.began_at
from pig_run_alerts a join pig_runs r on r.id = a.run_id
where a.ended_at is null;
insert into alert_events (alert_id, group_id, at, step, text)
select id, group_id, raised_at, 'raised', words_us from alerts;

-- How many messages told a user of a cause: several causes share one, and the message of a graver cause covers a lesser one.
alter table pig_run_alerts_told add column messages smallint not null default 1;
create index pig_run_alerts_told_at on pig_run_alerts_told (told_at);

-- For the alerts raised in the last day.
create index alert_events_raised on alert_events (at) where step in ('raised', 'raised-again');

-- The zone in which a user reads times, and that of their browser, which messages and quiet times need. null: not known.
alter table users add column times text not null default 'utc' check (times in ('utc', 'mine', 'line'));
alter table users add column time_zone text check (length(time_zone) <= 64);

-- The zone of a line: chosen by hand, else that of its launch site. The server fills time_zone of older rows when it starts.
alter table pig_paths add column time_zone text check (length(time_zone) <= 64);
alter table pig_paths add column own_time_zone text check (length(own_time_zone) <= 64);
alter table pig_runs add column time_zone text check (length(time_zone) <= 64);

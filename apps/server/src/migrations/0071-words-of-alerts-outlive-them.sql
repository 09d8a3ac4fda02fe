-- The words of the cause of an alert for every reader, by the step with which it began:
-- {"words": {"us", "metric"}, "translations": {"es": …, "fr": …}}. An alert is deleted with its run; the shift log still
-- lists that it was raised.
create table alert_words (
  step_id bigint primary key,
  group_id bigint not null references groups on delete cascade,
  at timestamptz not null,
  words jsonb not null
);
create index alert_words_at on alert_words (at);

insert into alert_words (step_id, group_id, at, words)
select id, group_id, at, words from alert_events where words is not null;
alter table alert_events drop column words;

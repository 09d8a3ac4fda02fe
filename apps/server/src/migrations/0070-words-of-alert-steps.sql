-- The words of the cause for every reader: {"words": {"us", "metric"}, "translations": {"es": …, "fr": …}}. Null: the step begins
-- no cause, or an older version has stored it.
alter table alert_events add column words jsonb;

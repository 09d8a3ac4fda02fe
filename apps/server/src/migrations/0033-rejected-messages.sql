-- Rejected messages of one sender, reason and link share a row for an hour, with a count and the newest bytes. Each belongs
-- to the company that had the device then. Older rows do not know it: only superadmins see them.

alter table rejected_messages rename to rejected_samples;
alter index rejected_messages_at rename to rejected_samples_at;
create table rejected_messages (
  id bigint generated always as identity primary key,
  -- null: no device has the uid or IMEI, or the gateway did not say whose message it was.
  group_id bigint references groups on delete cascade,
  uid bigint,
  -- Client id, address or IMEI, as the newest message had it.
  sender text not null,
  -- What the row is about: the device, else the sender.
  subject text not null,
  reason text not null,
  link text not null,
  hour timestamptz not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  count bigint not null,
  -- Of the newest message.
  detail text not null,
  topic text not null,
  size integer not null,
  payload bytea not null
);
create unique index rejected_messages_hourly on rejected_messages (subject, reason, link, hour, (coalesce(group_id, 0)));
create index rejected_messages_newest on rejected_messages (last_at desc, id desc);
create index rejected_messages_of_company on rejected_messages (group_id, last_at desc, id desc);
create index rejected_messages_of_device on rejected_messages (uid, last_at desc, id desc);

insert into rejected_messages (uid, sender, subject, reason, link, hour, first_at, last_at, count, detail, topic, size, payload)
select
  (array_agg(uid))[1], (array_agg(sender order by id desc))[1], subject, reason, link, hour, min(at), max(at), count(*),
  (array_agg(detail order by id desc))[1], (array_agg(topic order by id desc))[1],
  (array_agg(length(payload) order by id desc))[1],
  (array_agg(substring(payload for 2048) order by id desc))[1]
from (
  select *, case when uid is null then 'sender ' || sender else 'agm ' || uid end as subject,
    date_trunc('hour', at, 'UTC') as hour
  from rejected_samples
) as samples
group by subject, reason, link, hour
order by max(at);
drop table rejected_samples;

-- The errors that devices report are listed by company and by time, too.
create index device_errors_of_company on device_errors (group_id, at desc);
create index device_errors_newest on device_errors (at desc);

-- Samples wait for the passage that they name: by the end of its snippet, or by its number where the device names no more.
-- Several may wait with one number: a device that was reset counts from the start again.

alter table early_waveforms
  drop constraint early_waveforms_pkey,
  add column id bigint generated always as identity primary key,
  add column end_of_snip_at timestamptz;
create unique index early_waveforms_named on early_waveforms (uid, end_of_snip_at, kind) where end_of_snip_at is not null;
create unique index early_waveforms_numbered on early_waveforms (uid, psg_seq, kind, md5(data)) where end_of_snip_at is null;
create index early_waveforms_of_device on early_waveforms (uid, id);
create index early_waveforms_received on early_waveforms (received_at);

-- Passages of runs about which a person has decided: a passage that arrives late changes nothing about these.
create table pig_run_decided_passages (
  run_id bigint not null references pig_runs on delete cascade,
  uid bigint not null,
  end_of_snip_at timestamptz not null,
  primary key (run_id, uid, end_of_snip_at)
);
-- Older versions have not noted it: what is not verified may be a person's decision.
insert into pig_run_decided_passages
select p.run_id, p.uid, p.end_of_snip_at from pig_run_passages p join pig_runs r on r.id = p.run_id
where r.recieve_at is null and p.uid is not null and not p.is_verified on conflict do nothing;

-- In which minute (since 1970) each job of the crontab was enqueued last. The queue's own table forbids minutes that come again
-- when the clock is set back.
create table crontab_minutes (
  job text primary key,
  minute bigint not null
);

-- When the mail server began to take the message: from then on it may have arrived, and is not sent again by itself.
alter table outbox add column handed_over_at timestamptz;

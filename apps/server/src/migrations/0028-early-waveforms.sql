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

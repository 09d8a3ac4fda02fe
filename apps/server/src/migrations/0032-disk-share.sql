-- Satellite heartbeats tell the share of the disk that is used, 0 to 1, where the cellular link tells megabytes.
alter table device_states add column disk_share float8;

-- A device moves from site to site: since when it stands where it was set up last (start_lat, start_lon).

alter table devices add column site_since timestamptz;
update devices set site_since = created_at;
alter table devices alter column site_since set default now(), alter column site_since set not null;

-- A passage of a run lives in the records of its device (docs/decisions/0048). The run has only a link to them; its own
-- values are those of a manual passage, and a snapshot of a passage whose records are gone.
alter table pig_run_passages
  alter column passage_at drop not null,
  alter column is_verified drop not null,
  alter column is_offline drop not null,
  alter column is_bluetooth drop not null;

-- The run is right where the two tables differ: users have decided there, by its rules.
update passages p set is_verified = placed.is_verified, passage_at = placed.passage_at
from pig_run_passages placed join pig_runs r on r.id = placed.run_id
where p.uid = placed.uid and p.end_of_snip_at = placed.end_of_snip_at and p.group_id = r.group_id
  and (p.is_verified, p.passage_at) is distinct from (placed.is_verified, placed.passage_at);

update pig_run_passages placed set
  passage_at = null, is_verified = null, elf_id = null, geo_id = null, mag_id = null, detection_count = null,
  frequency = null, is_offline = null, is_bluetooth = null, lat = null, lon = null, altitude_mm = null, sampling_rate = null
from pig_runs r
where r.id = placed.run_id and exists (
  select from passages p
  where p.uid = placed.uid and p.end_of_snip_at = placed.end_of_snip_at and p.group_id = r.group_id);

alter table pig_run_passages
  add check (uid is not null or passage_at is not null),
  add check (num_nulls(passage_at, is_verified, is_offline, is_bluetooth) in (0, 4)),
  add check (passage_at is not null
    or num_nonnulls(elf_id, geo_id, mag_id, detection_count, frequency, lat, lon, altitude_mm, sampling_rate) = 0);

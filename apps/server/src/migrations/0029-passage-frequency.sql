-- A passage with ELF and MAG records keeps the frequency of its transmitter; so far MAG's 0 stood for all of them.
update pig_run_passages placed
set frequency = (
  select max(heard.frequency) from passages heard
  where heard.uid = placed.uid and heard.end_of_snip_at = placed.end_of_snip_at)
where placed.frequency = 0 and placed.mag_id is not null
  and exists (
    select from passages heard
    where heard.uid = placed.uid and heard.end_of_snip_at = placed.end_of_snip_at and heard.frequency > 0);

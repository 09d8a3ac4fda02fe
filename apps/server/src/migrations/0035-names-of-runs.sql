-- The right spelling for columns, and the domain's names in stored paths, markers and revisions of runs.
alter table pig_runs rename column recieve_at to completed_at;
alter table pig_paths rename column recieve_lat to receive_lat;
alter table pig_paths rename column recieve_lon to receive_lon;

update pig_runs set path = path - array['pigRunName', 'recieveSiteLat', 'recieveSiteLon'] || jsonb_build_object(
  'name', path -> 'pigRunName', 'receiveSiteLat', path -> 'recieveSiteLat', 'receiveSiteLon', path -> 'recieveSiteLon')
where path ? 'pigRunName';

update pig_run_markers set marker = marker - 'DistanceFromLaunch'
  || jsonb_build_object('fromLaunchM', marker -> 'DistanceFromLaunch')
where marker ? 'DistanceFromLaunch';

update pig_paths set markers = (
  select jsonb_agg(marker - 'DistanceFromLaunch'
    || jsonb_build_object('fromLaunchM', marker -> 'DistanceFromLaunch') order by place)
  from jsonb_array_elements(markers) with ordinality as line (marker, place))
where jsonb_array_length(markers) > 0;

update pig_run_revisions set before = before - 'recieveAt' || jsonb_build_object('completedAt', before -> 'recieveAt')
where before ? 'recieveAt';

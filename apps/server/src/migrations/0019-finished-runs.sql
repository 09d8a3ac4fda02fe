-- The completed runs of a company, the last received first.
create index pig_runs_finished on pig_runs (group_id, recieve_at desc, id desc) where recieve_at is not null;
-- Which passages a run has at a marker.
create index pig_run_passages_marker on pig_run_passages (run_id, marker_name);
drop index pig_run_passages_run;

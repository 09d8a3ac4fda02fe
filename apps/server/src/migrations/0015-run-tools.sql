-- Which tool goes through on which run.

create table pig_run_tools (
  id bigint generated always as identity primary key,
  run_id bigint not null references pig_runs (id) on delete cascade,
  tool_id bigint not null references tools (id)
);
create index pig_run_tools_run on pig_run_tools (run_id);

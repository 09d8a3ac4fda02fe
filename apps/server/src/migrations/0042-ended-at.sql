-- When a user ended the run. Its receive time may be any time before. null: on its way, or ended before this was stored.
alter table pig_runs add column ended_at timestamptz;

update pig_runs r set ended_at = e.at
from (select object_id, max(at) as at from audit
      where action = 'run-ended' and object_type = 'run' and at > now() - interval '2 days' group by object_id) e
where r.completed_at is not null and r.id::text = e.object_id;

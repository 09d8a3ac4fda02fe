-- Keeps each device in its company until the transaction ends, then counts those that are still in the company that was
-- looked up for their messages. One call instead of two statements: each costs a batch of messages a round trip. The
-- function is volatile, so its count sees what a change committed for which the lock had to wait; a subquery of the
-- statement that locks would not.
create function hold_companies_of_devices(uids bigint[], group_ids bigint[]) returns bigint
  language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('companies of devices', 0));
  -- A count: for `not exists … limit 1` a planner without statistics looks through the company's devices for each one.
  return (
    select count(*) from unnest(uids, group_ids) as expected (uid, group_id)
    join devices d on d.uid = expected.uid and d.group_id = expected.group_id
  );
end $$;

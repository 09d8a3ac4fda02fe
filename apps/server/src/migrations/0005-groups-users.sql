-- Two people may edit one user: each change of what they edit counts, and an outdated one is noticed.

alter table users add column revision integer not null default 1;

create function count_user_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
create trigger users_count_revisions before update on users for each row
  when ((old.group_id, old.email, old.name, old.phone, old.role)
    is distinct from (new.group_id, new.email, new.name, new.phone, new.role))
  execute function count_user_revision();

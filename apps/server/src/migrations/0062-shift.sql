-- The shift log and the handovers between shifts (docs/decisions/0065). They are kept for ever: only the deletion of
-- their company, which cascades, removes them.

create function refuse_shift_change() returns trigger language plpgsql as $$
begin
  -- A cascade deletes inside the trigger of a foreign key.
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
  raise exception 'the shift log is read-only';
end $$;

create table shift_notes (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups on delete cascade,
  at timestamptz not null default now(),
  user_id bigint not null,
  user_name text not null,
  text text not null,
  -- The run and its names of that time: a note outlives the run.
  run_id bigint,
  run_name text,
  pig text,
  uid bigint,
  -- The note that this one corrects.
  corrects bigint,
  unique (id, group_id),
  foreign key (corrects, group_id) references shift_notes (id, group_id) on delete cascade
);
create index shift_notes_newest on shift_notes (group_id, at desc, id desc);
create index shift_notes_corrects on shift_notes (corrects) where corrects is not null;
create trigger shift_notes_are_read_only before update or delete on shift_notes
  for each row execute function refuse_shift_change();

create table shift_files (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups on delete cascade,
  -- null: the user has not added the note yet.
  note_id bigint,
  user_id bigint not null,
  name text not null,
  media text not null,
  bytes integer not null,
  data bytea not null,
  added_at timestamptz not null default now(),
  foreign key (note_id, group_id) references shift_notes (id, group_id) on delete cascade
);
create index shift_files_of_note on shift_files (note_id) where note_id is not null;
create index shift_files_waiting on shift_files (user_id, added_at) where note_id is null;
create trigger shift_files_are_read_only before update or delete on shift_files
  for each row when (old.note_id is not null) execute function refuse_shift_change();

-- The unsigned sheet of a user.
create table shift_drafts (
  user_id bigint primary key,
  group_id bigint not null references groups on delete cascade,
  taken_at timestamptz not null,
  sheet jsonb not null,
  words text not null,
  foreign key (user_id, group_id) references users (id, group_id) on delete cascade
);
create index shift_drafts_of_company on shift_drafts (group_id);

create table shift_handovers (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups on delete cascade,
  taken_at timestamptz not null,
  sheet jsonb not null,
  words text not null,
  signed_at timestamptz not null,
  signed_by bigint not null,
  signed_name text not null,
  accepted_at timestamptz,
  accepted_by bigint,
  accepted_name text,
  remark text,
  check (num_nulls(accepted_at, accepted_by, accepted_name, remark) in (0, 4))
);
create index shift_handovers_newest on shift_handovers (group_id, id desc);
create index shift_handovers_waiting on shift_handovers (group_id) where accepted_at is null;
create index shift_handovers_accepted on shift_handovers (group_id, taken_at desc) where accepted_at is not null;

-- A signed sheet changes once: by its acceptance.
create function refuse_handover_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
  if tg_op = 'UPDATE' and old.accepted_at is null and new.accepted_at is not null
    and (new.id, new.group_id, new.taken_at, new.sheet, new.words, new.signed_at, new.signed_by, new.signed_name)
      = (old.id, old.group_id, old.taken_at, old.sheet, old.words, old.signed_at, old.signed_by, old.signed_name)
  then return new; end if;
  raise exception 'a handover is read-only';
end $$;
create trigger shift_handovers_are_read_only before update or delete on shift_handovers
  for each row execute function refuse_handover_change();

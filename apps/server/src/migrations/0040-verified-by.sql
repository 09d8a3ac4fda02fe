-- Who verified a passage: the name of the user at that time, or 'automatic'. A name stays when its user is deleted.
-- null: not verified, or verified before this was stored.
alter table passages add column verified_by text;
alter table pig_run_passages add column verified_by text;

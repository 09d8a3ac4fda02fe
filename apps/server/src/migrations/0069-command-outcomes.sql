-- The shift log reads the commands that were not carried out by their time.
create index command_steps_failed on command_steps (at, id) where state in ('rejected', 'expired');

-- Password links end with the account state they were made for. The outbox stores no link, and old messages are deleted.

-- A password link and an unsent link mail carry the epoch of their user; they are valid while it is the same.
alter table users add column link_epoch integer not null default 0;

create function end_password_links() returns trigger language plpgsql as $$
begin
  new.link_epoch := old.link_epoch + 1;
  return new;
end $$;
create trigger users_end_password_links before update on users for each row
  when ((old.group_id, old.email, old.role, old.external_issuer)
    is distinct from (new.group_id, new.email, new.role, new.external_issuer))
  execute function end_password_links();

create function end_password_links_of_owner() returns trigger language plpgsql as $$
begin
  update users set link_epoch = link_epoch + 1 where id = new.user_id;
  return null;
end $$;
create trigger passwords_end_password_links after insert or update on passwords for each row
  execute function end_password_links_of_owner();

-- Users of an external provider have no password here.
delete from passwords using users where users.id = passwords.user_id and users.external_issuer is not null;

-- The address that an open link was mailed to was not stored: none of them stays valid.
delete from password_links;
alter table password_links
  drop column used_at,
  add column email text not null,
  add column epoch integer not null,
  -- The mail that carries the link; its next attempt replaces the link.
  add column outbox_id bigint;
create index password_links_outbox on password_links (outbox_id) where outbox_id is not null;

alter table outbox
  -- The message carries a password link that is made when it is sent and is valid for so many hours.
  add column link_h integer,
  add column link_epoch integer,
  -- Never sent later.
  add column expires_at timestamptz,
  add constraint password_links_have_a_user_and_an_end
    check (link_h is null or (medium = 'mail' and user_id is not null and link_epoch is not null and expires_at is not null));
create index outbox_age on outbox (created_at) where status <> 'waiting';

-- Links in mails of earlier versions are removed.
update outbox set status = 'dead', attempt_begun_at = null, last_error = 'the link in this mail has ended; ask for a new one'
  where holds_secret and medium = 'mail' and status = 'waiting';
update outbox set body_text = '', body_html = null where holds_secret and medium = 'mail';

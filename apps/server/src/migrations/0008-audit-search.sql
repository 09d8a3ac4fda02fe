-- The audit trail is read from the newest back, of one company or of all, narrowed by who, what, which object.

drop index audit_group_at;
drop index audit_object;
create index audit_at on audit (at desc, id desc);
create index audit_group_at on audit (group_id, at desc, id desc);
create index audit_object on audit (object_type, object_id, at desc, id desc);
create index audit_user on audit (user_id, at desc, id desc);
create index audit_user_name on audit (user_name, at desc, id desc);
create index audit_action on audit (action, at desc, id desc);

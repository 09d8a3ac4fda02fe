-- Sessions tell when they were last used; refresh tokens tell how their cookie is named.

alter table sessions add column last_used_at timestamptz not null default now();
-- Until now a session expired 14 days after its last renewal.
update sessions set last_used_at = least(now(), greatest(created_at, expires_at - interval '14 days'));

-- Over https cookies have the prefix __Host-. A token from before has none and is taken without it, once.
alter table refresh_tokens add column host_prefixed boolean not null default false;

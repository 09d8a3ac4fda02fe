-- What a company prints at the head of its PDF reports.
create table letterheads (
  group_id bigint primary key references groups (id) on delete cascade,
  address text not null default '',
  -- JPEG
  logo bytea
);

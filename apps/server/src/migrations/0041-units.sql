-- The units that people read: of a company, and of a user who wants others. null: those of the company.
alter table groups add column units text not null default 'us' check (units in ('us', 'metric'));
alter table users add column units text check (units in ('us', 'metric'));

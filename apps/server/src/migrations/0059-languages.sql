-- The language that people read: of a company, and of a user who wants another. null: that of the company.
alter table groups add column language text not null default 'en' check (language in ('en', 'es', 'fr'));
alter table users add column language text check (language in ('en', 'es', 'fr'));
-- The words of the cause in the other languages, by language and system of units; null: raised by an older version.
alter table alerts add column translations jsonb;

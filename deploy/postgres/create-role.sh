#!/bin/sh
# PostgreSQL's image runs this once, on an empty volume. The servers' role owns its database and is no superuser.
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv password WAYMARK_PASSWORD
create role waymark login password :'password';
create database waymark owner waymark;
SQL

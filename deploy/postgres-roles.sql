-- The roles of the directory in PostgreSQL: a publisher that imports and owns the tables, and a reader for servers, so a compromised
-- server can't change anything. As a superuser, with passwords of your own:
--   createdb teachers
--   TEACHERS_PUBLISHER_PASSWORD=… TEACHERS_READER_PASSWORD=… psql -v ON_ERROR_STOP=1 -d teachers -f deploy/postgres-roles.sql
\getenv publisher_password TEACHERS_PUBLISHER_PASSWORD
\getenv reader_password TEACHERS_READER_PASSWORD

create role teachers_publisher login password :'publisher_password';
create role teachers_reader login password :'reader_password';
alter role teachers_reader set default_transaction_read_only = on;

alter database teachers owner to teachers_publisher;
revoke all on database teachers from public;
grant connect on database teachers to teachers_reader;

revoke create on schema public from public;
-- Before PostgreSQL 15, the owner of a database does not own the schema.
grant usage, create on schema public to teachers_publisher;
grant usage on schema public to teachers_reader;
alter default privileges for role teachers_publisher in schema public grant select on tables to teachers_reader;

-- What every other file builds on: the schemas, and that nothing is open unless it is granted.
-- A hosted Supabase grants everything made in public to all roles of the API, and PostgreSQL lets
-- every role execute every new function. Both end here; each grant stands beside what it opens.

-- Extensions come first: their functions stay open to every role.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

-- Helpers of policies and triggers live outside the schema that the API exposes.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

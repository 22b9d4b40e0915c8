-- The base of all other migrations: the schemas, default privileges that grant nothing, and the list of applied
-- migrations.
-- A hosted Supabase grants everything created in public to all roles of the API, and PostgreSQL lets every role
-- execute every new function. Both defaults are revoked here. The grants of a table are behind it and its policies, those of
-- a function next to it: one without is called only by triggers and by functions that have its owner's rights.

-- Created before the defaults are revoked, so that every role may execute the extensions' functions.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

-- Advisory locks, all held until the end of a transaction:
--   7236517001                      writes to the catalogue (private.lock_catalogue)
--   7236517002                      entries of the audit log that are limited in number (private.record_sign_in)
--   7236517003                      changes of roles
--   7236517, hash of a reporter     reports of videos
--   hash of 'notes ' and an account its notes

-- Helpers of policies and triggers live outside the schema that the API exposes.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- Security definer: no role of the API may read the schema supabase_migrations.
create function private.applied_migrations()
returns table (version text, name text, checksum text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- The table is missing if the files were applied by hand.
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return;
  end if;
  return query
    select m.version::text, m.name::text,
      md5(regexp_replace(array_to_string(m.statements, ''), '[ \t\r\n;]+', '', 'g'))
    from supabase_migrations.schema_migrations m
    order by m.version;
end $$;
grant execute on function private.applied_migrations() to service_role;

create function public.applied_migrations()
returns table (version text, name text, checksum text)
language sql stable set search_path = ''
as $$ select * from private.applied_migrations() $$;
comment on function public.applied_migrations() is
  'The migrations that this database has, for the checks at start. A checksum leaves out white space and '
  'semicolons, because the Supabase CLI stores single statements without them.';
grant execute on function public.applied_migrations() to service_role;

create function public.installed_names()
returns setof text
language sql stable set search_path = ''
as $$
  select relname::text from pg_catalog.pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
  union
  select proname::text from pg_catalog.pg_proc where pronamespace = 'public'::regnamespace
$$;
comment on function public.installed_names() is
  'Tables and functions of the API, for the checks at start of a database without a history of migrations.';
grant execute on function public.installed_names() to service_role;

-- Who may do what: profiles made from sign-ups, and the role that opens the admin console.

-- Helpers of policies and triggers live outside the schema that the API exposes.
create schema if not exists private;
grant usage on schema private to anon, authenticated, service_role;

create table public.user_roles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null default 'user' check (role in ('admin', 'user'))
);
comment on table public.user_roles is 'Role of an account; an account without a row is a plain user.';

create table public.profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  display_name text check (char_length(display_name) between 1 and 100),
  created_at timestamptz not null default now()
);
create index profiles_created_at on public.profiles (created_at desc, id);
comment on table public.profiles is 'One row an account, made by the database when the account is.';

-- Security definer: a policy on user_roles that read user_roles would call itself.
create function private.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.user_roles r where r.user_id = (select auth.uid()) and r.role = 'admin'
  )
$$;
comment on function private.is_admin() is 'Whether the account of this request is an administrator.';
revoke execute on function private.is_admin() from public;
grant execute on function private.is_admin() to anon, authenticated, service_role;

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  metadata jsonb := new.raw_user_meta_data;
begin
  -- The embedded API stores the metadata object as a JSON string; a hosted one as an object.
  if jsonb_typeof(metadata) = 'string' then
    metadata := (metadata #>> '{}')::jsonb;
  end if;
  insert into public.profiles (user_id, display_name)
  values (new.id, nullif(left(btrim(metadata ->> 'display_name'), 100), ''));
  return new;
end
$$;
revoke execute on function private.create_profile() from public;
create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

alter table public.user_roles enable row level security;
create policy user_roles_select_own on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()));
create policy user_roles_select_admin on public.user_roles
  for select to authenticated using ((select private.is_admin()));

alter table public.profiles enable row level security;
create policy profiles_select_own on public.profiles
  for select to authenticated using (user_id = (select auth.uid()));
create policy profiles_select_admin on public.profiles
  for select to authenticated using ((select private.is_admin()));

grant select on public.user_roles, public.profiles to authenticated;
grant all on public.user_roles, public.profiles to service_role;

-- Accounts: their profiles, and the roles that open the admin console.

create table public.user_roles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null default 'user' check (role in ('admin', 'editor', 'viewer', 'user'))
);
create index user_roles_role on public.user_roles (role) where role <> 'user';
comment on table public.user_roles is
  'Role of an account; one without a row is a plain user. Editors change the catalogue, viewers look at the console, '
  'and users, roles and the audit log are administrators'' alone.';

-- Security definer: no role of the API may read the sessions of accounts. A token is valid for an hour, and the API
-- checks only the token itself; with this check the end of a session takes effect at once.
create function private.has_session() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from auth.sessions s
    where s.id = ((select auth.jwt()) ->> 'session_id')::uuid and s.user_id = (select auth.uid())
      and coalesce(s.not_after > now(), true)
  )
$$;
comment on function private.has_session() is 'Whether the session of the token of this request has not been ended.';
grant execute on function private.has_session() to authenticated;

-- Security definer: a policy on user_roles that read user_roles would call itself.
create function private.console_role() returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := auth.uid();
  held text;
begin
  select r.role into held from public.user_roles r where r.user_id = account and r.role <> 'user';
  if held is null or not private.has_session() then
    return null;
  end if;
  -- The embedded auth service has no second factors, and no table of them.
  if auth.jwt() ->> 'aal' = 'aal2' or to_regclass('auth.mfa_factors') is null then
    return held;
  end if;
  -- If the account has a second factor, a password alone is not enough.
  return case
    when not exists (select 1 from auth.mfa_factors f where f.user_id = account and f.status = 'verified') then held
  end;
end
$$;
comment on function private.console_role() is
  'The role by which the account of this request may open the console, once it has given the second factor, where it has '
  'one; else null.';
grant execute on function private.console_role() to authenticated;

create function private.is_admin() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(private.console_role() = 'admin', false) $$;
comment on function private.is_admin() is
  'Whether the account of this request may do everything: accounts, roles and the audit log too.';
grant execute on function private.is_admin() to authenticated;

create function private.can_edit() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(private.console_role() in ('admin', 'editor'), false) $$;
comment on function private.can_edit() is
  'Whether the account of this request may change the catalogue: import, lectures, quizzes, videos.';
grant execute on function private.can_edit() to authenticated;

create function private.can_view_console() returns boolean
language sql stable set search_path = ''
as $$ select private.console_role() is not null $$;
comment on function private.can_view_console() is
  'Whether the account of this request may read what the console shows of the catalogue.';
grant execute on function private.can_view_console() to authenticated;

create function public.own_role() returns text
language sql stable set search_path = ''
as $$ select case when private.has_session() then coalesce(private.console_role(), 'user') end $$;
comment on function public.own_role() is
  'The role by which the account of this request may act: admin, editor, viewer or user; null where its session has been '
  'ended.';
grant execute on function public.own_role() to authenticated;

alter table public.user_roles enable row level security;
create policy user_roles_select on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
grant select on public.user_roles to authenticated;
grant select, insert, update, delete on public.user_roles to service_role;

create function private.log_role_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_event('role changed', c.account, jsonb_build_object('from', c.before, 'to', c.after))
  from (
    select r.account, coalesce(max(r.role) filter (where not r.is_new), 'user') as before,
      coalesce(max(r.role) filter (where r.is_new), 'user') as after
    from (values (old.user_id, old.role, false), (new.user_id, new.role, true)) r (account, role, is_new)
    group by r.account
  ) c
  -- A role that is deleted with its account is not logged as a role change.
  where c.before <> c.after and exists (select from auth.users u where u.id = c.account);
  return null;
end
$$;
create trigger log_role_change after insert or update or delete on public.user_roles
  for each row execute function private.log_role_change();

-- Runs before any row lock: administrators who revoke each other's roles at the same moment are serialized.
create function private.queue_role_changes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7236517003);
  return null;
end
$$;
create trigger queue_role_changes before update or delete on public.user_roles
  for each statement execute function private.queue_role_changes();

-- Locked accounts do not count. The row lock makes a transaction that sees an outdated version of the row fail.
create function private.keep_an_administrator() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from old_rows o where o.role = 'admin') then
    perform from public.user_roles r join auth.users u on u.id = r.user_id
    where r.role = 'admin' and coalesce(u.banned_until < now(), true)
    limit 1 for share of r;
    if not found then
      raise exception 'This is the last administrator. Make another account an administrator first.'
        using errcode = 'LA001';
    end if;
  end if;
  return null;
end
$$;
create trigger keep_an_administrator_on_update after update on public.user_roles
  referencing old table as old_rows for each statement execute function private.keep_an_administrator();
create trigger keep_an_administrator_on_delete after delete on public.user_roles
  referencing old table as old_rows for each statement execute function private.keep_an_administrator();

create table public.profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  display_name text check (char_length(display_name) between 1 and 100),
  created_at timestamptz not null default now()
);
create index profiles_created_at on public.profiles (created_at desc, id);
comment on table public.profiles is 'One row an account, made by the database when the account is.';

alter table public.profiles enable row level security;
create policy profiles_select on public.profiles
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
grant select on public.profiles to authenticated;
grant select, insert, update, delete on public.profiles to service_role;

-- Other people see these names: invisible characters, and those that change the text direction, become spaces.
create function private.clean_display_name(p_name text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(btrim(regexp_replace(p_name,
    '[\s\u0001-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+', ' ', 'g'
  ), U&' \200C\200D'), '')
$$;

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
  values (new.id, private.clean_display_name(left(metadata ->> 'display_name', 100)));
  return new;
end
$$;
create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- A separate table, because the auth service's tables cannot get an additional index.
create table private.account_search (
  user_id uuid primary key references auth.users (id) on delete cascade,
  text text not null
);
create index account_search_trigrams on private.account_search using gin (text extensions.gin_trgm_ops);
comment on table private.account_search is 'By what accounts are found: e-mail and display name, in lower case.';
alter table private.account_search enable row level security;

create function private.index_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid;
begin
  if tg_table_schema = 'auth' then
    account := new.id;
  else
    account := new.user_id;
  end if;
  insert into private.account_search as s (user_id, text)
  select u.id, lower(concat_ws(' ', u.email, p.display_name))
  from auth.users u left join public.profiles p on p.user_id = u.id
  where u.id = account
  on conflict (user_id) do update set text = excluded.text;
  return null;
end
$$;
create trigger index_account after insert or update of display_name on public.profiles
  for each row execute function private.index_account();
create trigger index_account after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function private.index_account();

create function private.log_own_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.email is distinct from old.email then
    perform private.log_event(
      case when current_setting('lectern.is_operator', true) = 'on' then 'email changed' else 'own email changed' end, new.id
    );
  end if;
  if new.encrypted_password is distinct from old.encrypted_password then
    perform private.log_event('own password changed', new.id);
  end if;
  return null;
end
$$;
create trigger log_own_change after update of email, encrypted_password on auth.users
  for each row
  when (new.email is distinct from old.email or new.encrypted_password is distinct from old.encrypted_password)
  execute function private.log_own_change();

-- Security definer: no account may change more of its profile than this.
create function private.set_own_display_name(p_name text) returns text
language sql volatile security definer set search_path = ''
as $$
  update public.profiles p set display_name = private.clean_display_name(p_name)
  where p.user_id = (select auth.uid()) and private.has_session()
  returning p.display_name
$$;
grant execute on function private.set_own_display_name(text) to authenticated;

create function public.set_own_display_name(p_name text) returns text
language sql volatile set search_path = ''
as $$ select private.set_own_display_name(p_name) $$;
comment on function public.set_own_display_name(text) is
  'Sets the display name of the account of this request, without what cannot be seen of it; returns what is kept.';
grant execute on function public.set_own_display_name(text) to authenticated;

-- Security definer: no role of the API reads which account has which e-mail address.
create function private.set_user_role(p_account text, p_role text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  accounts integer;
  account uuid;
begin
  select count(*), min(u.id::text)::uuid into accounts, account
  from auth.users u where lower(u.email) = lower(btrim(p_account)) or u.id::text = lower(btrim(p_account));
  -- With single sign-on several accounts may share an address; then none of them is changed.
  if accounts <> 1 then
    return case when accounts = 0 then 'unknown' else 'ambiguous' end;
  end if;
  -- An account without a row is a plain user already.
  if p_role = 'user' then
    delete from public.user_roles r where r.user_id = account and r.role <> 'user';
  else
    insert into public.user_roles as r (user_id, role) values (account, p_role)
    on conflict (user_id) do update set role = excluded.role where r.role <> excluded.role;
  end if;
  return case when found then 'changed' else 'unchanged' end;
exception when sqlstate 'LA001' then
  return 'last';
end
$$;
grant execute on function private.set_user_role(text, text) to service_role;

create function public.set_user_role(p_account text, p_role text) returns text
language sql volatile set search_path = ''
as $$ select private.set_user_role(p_account, p_role) $$;
comment on function public.set_user_role(text, text) is
  'Gives an account a role, by its id or its e-mail in any letter case: changed, unchanged, unknown, ambiguous, or last '
  'where no administrator would be left.';
grant execute on function public.set_user_role(text, text) to service_role;

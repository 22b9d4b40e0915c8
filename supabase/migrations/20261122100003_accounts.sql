-- Accounts: their profiles, the roles that open the admin console, and the limit on failing sign-ins.

create table public.user_roles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null default 'user' check (role in ('admin', 'editor', 'viewer', 'user'))
);
create index user_roles_role on public.user_roles (role) where role <> 'user';
comment on table public.user_roles is
  'Role of an account; one without a row is a plain user. Editors change the catalogue, viewers look at the console, '
  'and users, roles and the audit log are administrators'' alone.';

-- Security definer: no role of the API reads the sessions of accounts. A token is good for an hour, and the API looks at
-- nothing but its signature: this is how the end of a session takes effect before.
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
  -- A password alone opens nothing where the account has a second factor.
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
  -- A role that ends with its account is no change of roles.
  where c.before <> c.after and exists (select from auth.users u where u.id = c.account);
  return null;
end
$$;
create trigger log_role_change after insert or update or delete on public.user_roles
  for each row execute function private.log_role_change();

-- Before any row is locked: administrators who take each other's role at the same moment come one after the other.
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

-- One who is locked out does not count. The row is locked, so that a transaction that sees an older state of it is refused.
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

-- Others read these names: what cannot be seen, and what turns the direction of the text around, stays out of them.
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

-- The auth service's tables take no index of ours.
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
  -- Through single sign-on several accounts may share an address: none of them is taken for the other.
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

create function private.list_accounts(p_part text)
returns table (
  total bigint, id uuid, email text, display_name text, role text, confirmation text, is_locked boolean,
  created_at double precision, last_sign_in_at double precision
)
language sql stable security definer set search_path = ''
as $$
  select count(*) over (), u.id, u.email::text, p.display_name, coalesce(r.role, 'user'),
    case
      when u.email_confirmed_at is null then 'pending'
      -- Where addresses are not confirmed, the service counts every one as confirmed and has sent nothing.
      when u.confirmation_sent_at is null and u.invited_at is null then 'none'
      else 'confirmed'
    end,
    coalesce(u.banned_until > now(), false),
    extract(epoch from u.created_at)::double precision,
    extract(epoch from u.last_sign_in_at)::double precision
  from auth.users u
  left join public.profiles p on p.user_id = u.id
  left join public.user_roles r on r.user_id = u.id
  where strpos(lower(u.email), lower(btrim(p_part))) > 0
  order by lower(u.email) <> lower(btrim(p_part)), lower(u.email), u.id
  limit 500
$$;
grant execute on function private.list_accounts(text) to service_role;

create function public.list_accounts(p_part text)
returns table (
  total bigint, id uuid, email text, display_name text, role text, confirmation text, is_locked boolean,
  created_at double precision, last_sign_in_at double precision
)
language sql stable set search_path = ''
as $$ select * from private.list_accounts(p_part) $$;
comment on function public.list_accounts(text) is
  'The first 500 accounts whose e-mail contains a text, in any letter case, and how many there are; dates in Unix '
  'seconds. `confirmation` is confirmed, pending, or none where the address was never asked to be confirmed.';
grant execute on function public.list_accounts(text) to service_role;

-- A locked account cannot sign in, and its sessions end.
create function private.set_account_lock(p_account uuid, p_is_locked boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- A hundred years: the auth service does not read infinity.
  update auth.users set banned_until = case when p_is_locked then now() + interval '100 years' end
  where id = p_account;
  if found then
    delete from auth.sessions where user_id = p_account and p_is_locked;
    perform private.log_event(case when p_is_locked then 'account locked' else 'account unlocked' end, p_account);
  end if;
end
$$;
grant execute on function private.set_account_lock(uuid, boolean) to service_role;

create function public.set_account_lock(p_account uuid, p_is_locked boolean) returns void
language sql volatile set search_path = ''
as $$ select private.set_account_lock(p_account, p_is_locked) $$;
comment on function public.set_account_lock(uuid, boolean) is 'Locks an account and ends its sessions, or unlocks it.';
grant execute on function public.set_account_lock(uuid, boolean) to service_role;

create function private.set_account_email(p_account uuid, p_email text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address constant text := lower(btrim(p_email));
begin
  perform set_config('lectern.is_operator', 'on', true);
  update auth.users set email = address where id = p_account;
  -- The embedded API stores this object as a JSON string; a hosted one as an object.
  update auth.identities i set identity_data = case jsonb_typeof(i.identity_data)
      when 'string' then to_jsonb(((i.identity_data #>> '{}')::jsonb || jsonb_build_object('email', address))::text)
      else i.identity_data || jsonb_build_object('email', address)
    end
  where i.user_id = p_account and i.provider = 'email';
  perform set_config('lectern.is_operator', '', true);
  return true;
exception when unique_violation then
  return false;
end
$$;
grant execute on function private.set_account_email(uuid, text) to service_role;

create function public.set_account_email(p_account uuid, p_email text) returns boolean
language sql volatile set search_path = ''
as $$ select private.set_account_email(p_account, p_email) $$;
comment on function public.set_account_email(uuid, text) is
  'Gives an account another e-mail address; false where another account has it.';
grant execute on function public.set_account_email(uuid, text) to service_role;

create function private.delete_account(p_account uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from auth.users where id = p_account;
  if found then
    perform private.log_event('account deleted', p_account);
  end if;
  return true;
exception when sqlstate 'LA001' then
  return false;
end
$$;
grant execute on function private.delete_account(uuid) to service_role;

create function public.delete_account(p_account uuid) returns boolean
language sql volatile set search_path = ''
as $$ select private.delete_account(p_account) $$;
comment on function public.delete_account(uuid) is
  'Deletes an account with its profile, role, progress and sessions. The audit log keeps its id. '
  'False for the last administrator.';
grant execute on function public.delete_account(uuid) to service_role;

-- Attempts by account and by address, both as keyed hashes: neither can be read back.
create table private.sign_in_attempts (
  key text primary key check (char_length(key) = 64),
  failures integer not null check (failures >= 0),
  last_attempt timestamptz not null,
  blocked_until timestamptz not null default '-infinity'
);
create index sign_in_attempts_age on private.sign_in_attempts (last_attempt);
comment on table private.sign_in_attempts is 'Failing sign-ins and requests for mails of the last day, by hashed account or address.';
alter table private.sign_in_attempts enable row level security;
grant select, insert, update, delete on private.sign_in_attempts to service_role;

-- Every attempt counts as failed until its success is recorded, in one statement: attempts sent at
-- once cannot all slip through. Beyond p_limit failures within 15 minutes each next one has to wait
-- twice as long as the one before, 15 minutes at most.
create function private.count_attempt(p_key text, p_limit integer) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  attempt private.sign_in_attempts;
begin
  insert into private.sign_in_attempts as a (key, failures, last_attempt)
  values (p_key, 1, clock_timestamp())
  on conflict (key) do update set
    failures = case
      when a.blocked_until > clock_timestamp() then a.failures
      when a.last_attempt < clock_timestamp() - interval '15 minutes' then 1
      else a.failures + 1
    end,
    last_attempt = clock_timestamp()
  returning * into attempt;
  if attempt.blocked_until > clock_timestamp() then
    return ceil(extract(epoch from attempt.blocked_until - clock_timestamp()));
  end if;
  if attempt.failures >= p_limit then
    update private.sign_in_attempts a
    set blocked_until = clock_timestamp()
      + make_interval(secs => least(power(2, least(a.failures - p_limit + 1, 20)), 900))
    where a.key = p_key;
  end if;
  return 0;
end
$$;
grant execute on function private.count_attempt(text, integer) to service_role;

create function public.record_sign_in_attempt(
  p_account text, p_account_limit integer, p_address text, p_address_limit integer
)
returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  -- The account first, as record_sign_in_success does: else two calls could wait for each other.
  wait integer := private.count_attempt(p_account, p_account_limit);
begin
  wait := greatest(wait, private.count_attempt(p_address, p_address_limit));
  delete from private.sign_in_attempts where key in (
    select a.key from private.sign_in_attempts a
    where a.last_attempt < now() - interval '1 day' limit 100 for update skip locked
  );
  return wait;
end
$$;
comment on function public.record_sign_in_attempt(text, integer, text, integer) is
  'Counts an attempt to sign in for its account and its address; 0 to go on, or the seconds to wait.';
grant execute on function public.record_sign_in_attempt(text, integer, text, integer) to service_role;

create function public.record_sign_in_success(p_account text, p_address text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  delete from private.sign_in_attempts where key = p_account;
  -- The address gets back this one attempt alone: else one good account would clear the way to others.
  update private.sign_in_attempts
  set failures = greatest(failures - 1, 0),
    blocked_until = case when failures > 1 then blocked_until else '-infinity' end
  where key = p_address;
end
$$;
comment on function public.record_sign_in_success(text, text) is 'Takes a sign-in that succeeded out of the count.';
grant execute on function public.record_sign_in_success(text, text) to service_role;

-- The same for addresses with and without an account: the auth service's own pause tells them apart.
create function public.record_mail_request(p_key text, p_pause integer) returns integer
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.sign_in_attempts as a (key, failures, last_attempt, blocked_until)
  values (p_key, 0, clock_timestamp(), clock_timestamp() + make_interval(secs => p_pause))
  on conflict (key) do update
    set last_attempt = excluded.last_attempt, blocked_until = excluded.blocked_until
    where a.blocked_until <= clock_timestamp();
  if found then
    return 0;
  end if;
  return (
    select greatest(ceil(extract(epoch from a.blocked_until - clock_timestamp())), 1)
    from private.sign_in_attempts a where a.key = p_key
  );
end
$$;
comment on function public.record_mail_request(text, integer) is
  'Begins a pause of p_pause seconds before the next mail to an address; 0 to go on, or the seconds to wait.';
grant execute on function public.record_mail_request(text, integer) to service_role;

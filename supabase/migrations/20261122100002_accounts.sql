-- Accounts: the log of what happens to them, roles and profiles, sessions, limits on sign-ins, the operator's commands,
-- and what the console shows.

-- ## Audit log
--
-- Sign-ins, role changes, imports, decisions about videos, and what operators do to accounts. Only
-- functions and triggers write it, each in the transaction of the change that it logs. No role of the API has a right
-- on the table, and its own triggers prevent entries from being changed, or deleted before they expire.

create table private.audit_events (
  event text primary key,
  kind text not null,
  -- Whether an entry without an actor was caused by an operator; if not, by its own account or by the installation.
  is_operators boolean not null default false
);
comment on table private.audit_events is
  'What the audit log can tell, in the words that are shown, and by what it is filtered. A new event is a row here.';
alter table private.audit_events enable row level security;

insert into private.audit_events (event, kind, is_operators) values
  ('signed in', 'Sign-ins', false),
  ('signed in by a link', 'Sign-ins', false),
  ('code asked for', 'Sign-ins', false),
  ('wrong code', 'Sign-ins', false),
  ('sign-in failed', 'Sign-ins', false),
  ('too many attempts', 'Sign-ins', false),
  ('role changed', 'Roles', true),
  ('account locked', 'Accounts', true),
  ('account unlocked', 'Accounts', true),
  ('account deleted', 'Accounts', true),
  ('email changed', 'Accounts', true),
  ('own email changed', 'Accounts', false),
  ('own password changed', 'Accounts', false),
  ('link to set a password', 'Accounts', true),
  ('two-factor on', 'Accounts', false),
  ('two-factor off', 'Accounts', false),
  ('second factor removed', 'Accounts', true),
  ('import added', 'Imports', false),
  ('import retried', 'Imports', false),
  ('import completed', 'Imports', false),
  ('import failed', 'Imports', false),
  ('undo added', 'Imports', false),
  ('undo retried', 'Imports', false),
  ('undo completed', 'Imports', false),
  ('undo failed', 'Imports', false),
  ('video hidden', 'Videos', false),
  ('video shown again', 'Videos', false),
  ('video found to play', 'Videos', false),
  ('video replaced', 'Videos', false);

create table private.audit_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default clock_timestamp(),
  event text not null references private.audit_events (event),
  -- No foreign key and no e-mail address: after an account is deleted, only its id remains here.
  account_id uuid,
  -- The account that sent the request, if any; not stored for sign-ins.
  actor_id uuid,
  -- The visitor's IP address; stored for sign-ins only.
  address text check (char_length(address) <= 64),
  details jsonb not null default '{}'
);
comment on table private.audit_log is
  'Sign-ins, changes of roles, imports, videos, and what operators do to accounts; added to by functions and triggers alone.';
create index audit_log_account on private.audit_log (account_id, happened_at);
create index audit_log_actor on private.audit_log (actor_id) where actor_id is not null;
create index audit_log_event on private.audit_log (event, id);
create index audit_log_addresses on private.audit_log (happened_at) where address is not null;
alter table private.audit_log enable row level security;

create function private.keep_log() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Only entries with a visitor's address may be deleted, and only after 90 days.
  if tg_op = 'DELETE' then
    if old.address is not null and old.happened_at < now() - interval '90 days' then
      return old;
    end if;
  end if;
  raise exception 'the audit log is only added to' using errcode = '42501';
end
$$;
create trigger keep_log before update or delete on private.audit_log
  for each row execute function private.keep_log();
create trigger keep_whole_log before truncate on private.audit_log
  for each statement execute function private.keep_log();

-- Called only by functions and triggers that run with the owner's rights.
-- The server, which calls some functions for an account, says which in lectern.actor.
create function private.log_event(p_event text, p_account uuid, p_details jsonb default '{}') returns void
language sql volatile set search_path = ''
as $$
  insert into private.audit_log (event, account_id, actor_id, details)
  values (
    p_event, p_account, coalesce((select auth.uid()), nullif(current_setting('lectern.actor', true), '')::uuid), p_details
  )
$$;

-- Limits what a flood can log, so that it cannot fill the disk: within an hour 20 entries of an event per account
-- and, successful sign-ins aside, 100 per address and 2,000 in all. The last entry is marked: more may have followed.
create function private.record_sign_in(p_event text, p_email text, p_address text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account uuid;
  refused integer;
  refused_there integer;
  room integer;
begin
  -- The typed text is not stored: if it is no account's address, it may be a password.
  select u.id into account from auth.users u where u.email = lower(btrim(p_email)) and not u.is_sso_user;
  if p_event not like 'signed in%' then
    -- Serializes these calls, so that the counts are exact.
    perform pg_advisory_xact_lock(7236517002);
  end if;
  select 20 - count(*) into room
  from private.audit_log l where l.account_id = account and l.happened_at > now() - interval '1 hour' and l.event = p_event;
  if p_event not like 'signed in%' then
    select count(*), count(*) filter (where l.address = p_address) into refused, refused_there
    from private.audit_log l
    where l.address is not null and l.happened_at > now() - interval '1 hour' and l.event not like 'signed in%';
    room := least(room, 100 - refused_there, 2000 - refused);
  end if;
  if room > 0 then
    insert into private.audit_log (event, account_id, address, details)
    values (p_event, account, left(p_address, 64), case when room = 1 then '{"more": true}' else '{}' end::jsonb);
  end if;
  -- Entries with a visitor's address are deleted after 90 days; all others stay.
  delete from private.audit_log where id in (
    select l.id from private.audit_log l
    where l.address is not null and l.happened_at < now() - interval '90 days'
    order by l.happened_at limit 100 for update skip locked
  );
end
$$;
grant execute on function private.record_sign_in(text, text, text) to service_role;

create function public.record_sign_in(p_event text, p_email text, p_address text) returns void
language sql volatile set search_path = ''
as $$ select private.record_sign_in(p_event, p_email, p_address) $$;
comment on function public.record_sign_in(text, text, text) is
  'Logs a sign-in, or one that was refused, with the visitor''s address; not all of a flood.';
grant execute on function public.record_sign_in(text, text, text) to service_role;

create function private.record_account_command(p_event text, p_account uuid) returns void
language sql volatile security definer set search_path = ''
as $$ select private.log_event(p_event, p_account) $$;
grant execute on function private.record_account_command(text, uuid) to service_role;

create function public.record_account_command(p_event text, p_account uuid) returns void
language sql volatile set search_path = ''
as $$ select private.record_account_command(p_event, p_account) $$;
comment on function public.record_account_command(text, uuid) is
  'Logs what an operator or the account itself does by way of the auth service; what the database does, it logs itself.';
grant execute on function public.record_account_command(text, uuid) to service_role;

create function private.read_audit_log(p_account text, p_since double precision)
returns table (
  total bigint, happened_at double precision, event text, is_operators boolean, account_id uuid, email text, actor text,
  address text, details jsonb
)
language sql stable security definer set search_path = ''
as $$
  select count(*) over (), extract(epoch from l.happened_at)::double precision, l.event, e.is_operators, l.account_id,
    u.email::text, coalesce(a.email, l.actor_id::text), l.address, l.details
  from private.audit_log l
  join private.audit_events e on e.event = l.event
  left join auth.users u on u.id = l.account_id
  left join auth.users a on a.id = l.actor_id
  where l.happened_at >= to_timestamp(p_since)
    and (
      p_account = ''
      or lower(btrim(p_account)) in (lower(u.email), lower(a.email), l.account_id::text, l.actor_id::text)
    )
    -- Hides expired entries until they are deleted.
    and (l.address is null or l.happened_at > now() - interval '90 days')
  order by l.happened_at desc, l.id desc
  limit 1000
$$;
grant execute on function private.read_audit_log(text, double precision) to service_role;

create function public.read_audit_log(p_account text, p_since double precision)
returns table (
  total bigint, happened_at double precision, event text, is_operators boolean, account_id uuid, email text, actor text,
  address text, details jsonb
)
language sql stable set search_path = ''
as $$ select * from private.read_audit_log(p_account, p_since) $$;
comment on function public.read_audit_log(text, double precision) is
  'The newest 1,000 entries of the audit log since a time, and how many there are: all where the text is empty, else those '
  'about or by the account with this e-mail or id. Dates in Unix seconds. No actor: an operator, or the account itself.';
grant execute on function public.read_audit_log(text, double precision) to service_role;

-- ## Roles and profiles
--
-- The profile of an account, and the roles that open the admin console.

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

create function private.require_session() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  if private.has_session() then
    return true;
  end if;
  raise insufficient_privilege using message = 'The session has ended.';
end
$$;
comment on function private.require_session() is
  'True, or an error where the session of the token of this request has been ended: a write that does nothing, and a read '
  'that finds nothing, are then reported, and not answered as a success.';
grant execute on function private.require_session() to authenticated;

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
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.has_session()) or (select private.is_admin()));
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
create trigger queue_role_changes before insert or update or delete on public.user_roles
  for each statement execute function private.queue_role_changes();

-- Locked accounts do not count. The row lock makes a transaction that sees an outdated version of the row fail. LA001 is a
-- code of our own, by which callers recognise this refusal.
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
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.has_session()) or (select private.is_admin()));
grant select on public.profiles to authenticated;
grant select, insert, update, delete on public.profiles to service_role;

-- Other people see these names: invisible characters, and those that change the text direction, become spaces. Joiners
-- and variation selectors stay, as some scripts and emoji need them, but are no name by themselves.
create function private.clean_display_name(p_name text) returns text
language sql immutable set search_path = ''
as $$
  select case when c.name ~ '[^ \u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]' then c.name end
  from btrim(regexp_replace(p_name,
    '[\s\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f'
    '\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]+', ' ', 'g'
  ), U&' \200C\200D') as c (name)
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

-- A hosted project may have accounts already.
insert into public.profiles (user_id) select u.id from auth.users u on conflict do nothing;

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
  select private.require_session();
  update public.profiles p set display_name = private.clean_display_name(p_name)
  where p.user_id = (select auth.uid())
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

-- ## Sessions
--
-- How an account lists and ends its sessions, and session details that the auth service does not store.

-- Recorded by the app, because the auth service sees only the app's server, not the browser behind it.
create table private.session_details (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  device text check (char_length(device) between 1 and 100),
  address inet,
  is_recovery boolean not null default false,
  recorded_at timestamptz not null default now()
);
comment on table private.session_details is
  'The browser and the address that signed in, and whether by a link to set a new password. Goes with the session.';
alter table private.session_details enable row level security;

-- Security definer: no role of the API reads or writes the sessions of accounts.
create function private.record_session(p_session uuid, p_device text, p_address text, p_is_recovery boolean)
returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.session_details (session_id, device, address, is_recovery)
  select s.id, nullif(p_device, ''), nullif(p_address, '')::inet, p_is_recovery from auth.sessions s where s.id = p_session
  on conflict (session_id) do update set
    device = excluded.device, address = excluded.address, is_recovery = excluded.is_recovery, recorded_at = now()
$$;
grant execute on function private.record_session(uuid, text, text, boolean) to service_role;

create function public.record_session(p_session uuid, p_device text, p_address text, p_is_recovery boolean)
returns void
language sql volatile set search_path = ''
as $$ select private.record_session(p_session, p_device, p_address, p_is_recovery) $$;
comment on function public.record_session(uuid, text, text, boolean) is
  'Keeps the browser and the address that a session was begun from, and whether by a link to set a new password.';
grant execute on function public.record_session(uuid, text, text, boolean) to service_role;

create function private.own_sessions()
returns table (
  id uuid, is_current boolean, device text, address text, created_at double precision, last_active_at double precision
)
language sql stable security definer set search_path = ''
as $$
  select s.id, s.id = ((select auth.jwt()) ->> 'session_id')::uuid, d.device, host(d.address),
    extract(epoch from s.created_at)::double precision,
    -- The auth service stores refreshed_at in UTC, in a timestamp without a time zone.
    extract(epoch from greatest(s.created_at, s.refreshed_at at time zone 'utc'))::double precision
  from auth.sessions s
  left join private.session_details d on d.session_id = s.id
  where s.user_id = (select auth.uid()) and coalesce(s.not_after > now(), true) and private.has_session()
  order by 2 desc, 6 desc, 1
  limit 100
$$;
grant execute on function private.own_sessions() to authenticated;

create function public.own_sessions()
returns table (
  id uuid, is_current boolean, device text, address text, created_at double precision, last_active_at double precision
)
language sql stable set search_path = ''
as $$ select * from private.own_sessions() $$;
comment on function public.own_sessions() is
  'The sessions of the account of this request: its own first, then the latest active; dates in Unix seconds.';
grant execute on function public.own_sessions() to authenticated;

create function private.end_own_session(p_session uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from auth.sessions s
  where s.id = p_session and s.user_id = (select auth.uid()) and private.has_session();
  return found;
end
$$;
grant execute on function private.end_own_session(uuid) to authenticated;

create function public.end_own_session(p_session uuid) returns boolean
language sql volatile set search_path = ''
as $$ select private.end_own_session(p_session) $$;
comment on function public.end_own_session(uuid) is
  'Ends a session of the account of this request; false where it has no such session.';
grant execute on function public.end_own_session(uuid) to authenticated;

create function private.is_recovering() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from private.session_details d
    where d.session_id = ((select auth.jwt()) ->> 'session_id')::uuid and d.is_recovery
      and d.recorded_at > now() - interval '15 minutes' and private.has_session()
  )
$$;
grant execute on function private.is_recovering() to authenticated;

create function public.is_recovering() returns boolean
language sql stable set search_path = ''
as $$ select private.is_recovering() $$;
comment on function public.is_recovering() is
  'Whether the session of this request began by a link to set a new password, not longer ago than a quarter of an hour.';
grant execute on function public.is_recovering() to authenticated;

-- ## Sign-in attempts
--
-- Limits on failed sign-ins and on requests for mails.

-- Attempts per account and per address, both stored as keyed hashes, so that neither can be recovered.
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

-- Every attempt counts as failed until its success is recorded, in one statement, so that concurrent attempts cannot
-- all pass. From p_limit failures on, without a pause of 15 minutes in between, the wait after each further failure
-- doubles, up to 15 minutes.
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
  wait integer;
begin
  -- An attempt that is refused for one of them does not count for the other.
  select ceil(extract(epoch from max(a.blocked_until) - clock_timestamp())) into wait
  from private.sign_in_attempts a
  where a.key in (p_account, p_address) and a.blocked_until > clock_timestamp();
  if wait > 0 then
    return wait;
  end if;
  -- The account comes first, as in record_sign_in_success: otherwise two calls could deadlock.
  wait := private.count_attempt(p_account, p_account_limit);
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

-- A block ends only with the last failure: an attempt at the same time may have begun it.
create function private.take_back_attempt(p_key text) returns void
language sql volatile set search_path = ''
as $$
  update private.sign_in_attempts
  set failures = greatest(failures - 1, 0),
    blocked_until = case when failures > 1 then blocked_until else '-infinity' end
  where key = p_key
$$;
grant execute on function private.take_back_attempt(text) to service_role;

create function public.record_sign_in_success(p_account text, p_address text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  delete from private.sign_in_attempts where key = p_account;
  -- Only this attempt is subtracted: otherwise a sign-in to one account would allow more guesses at others.
  perform private.take_back_attempt(p_address);
end
$$;
comment on function public.record_sign_in_success(text, text) is 'Takes a sign-in that succeeded out of the count.';
grant execute on function public.record_sign_in_success(text, text) to service_role;

create function public.take_back_sign_in_attempt(p_account text, p_address text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.take_back_attempt(p_account);
  perform private.take_back_attempt(p_address);
end
$$;
comment on function public.take_back_sign_in_attempt(text, text) is
  'Takes an attempt out of the count that the auth service did not decide about.';
grant execute on function public.take_back_sign_in_attempt(text, text) to service_role;

-- Works the same for addresses with and without an account: the auth service's own pause reveals the difference.
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

-- ## Commands
--
-- The operator's commands for accounts.

-- Security definer, all private functions of this section: no role of the API may read or write the accounts of others.

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
      -- If the auth service does not confirm addresses, it marks every address as confirmed at once and sends no mail.
      -- Supabase's forgets the mail at every change of the password.
      when u.confirmation_sent_at is null and u.invited_at is null
        and u.email_confirmed_at < u.created_at + interval '2 seconds' then 'none'
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

-- A locked account cannot sign in, and its sessions end. The last administrator can be locked too: its password may
-- be in the wrong hands.
create function private.set_account_lock(p_account uuid, p_is_locked boolean) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- A hundred years, because the auth service cannot parse infinity.
  update auth.users set banned_until = case when p_is_locked then now() + interval '100 years' end
  where id = p_account;
  if found then
    delete from auth.sessions where user_id = p_account and p_is_locked;
    perform private.log_event(case when p_is_locked then 'account locked' else 'account unlocked' end, p_account);
  end if;
  return exists (
    select from public.user_roles r join auth.users u on u.id = r.user_id
    where r.role = 'admin' and coalesce(u.banned_until < now(), true)
  );
end
$$;
grant execute on function private.set_account_lock(uuid, boolean) to service_role;

create function public.set_account_lock(p_account uuid, p_is_locked boolean) returns boolean
language sql volatile set search_path = ''
as $$ select private.set_account_lock(p_account, p_is_locked) $$;
comment on function public.set_account_lock(uuid, boolean) is
  'Locks an account and ends its sessions, or unlocks it. Returns whether there is an administrator who is not locked.';
grant execute on function public.set_account_lock(uuid, boolean) to service_role;

create function private.set_account_email(p_account uuid, p_email text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address constant text := lower(btrim(p_email));
begin
  perform set_config('lectern.is_operator', 'on', true);
  -- Dated back, links that were mailed to the former address have expired. A change of address that was begun is given
  -- up: the auth service mails its link again on request.
  update auth.users set
    email = address,
    email_change = '',
    confirmation_sent_at = confirmation_sent_at - interval '1 year',
    recovery_sent_at = recovery_sent_at - interval '1 year',
    email_change_sent_at = email_change_sent_at - interval '1 year'
  where id = p_account;
  -- A session's token has the former address.
  delete from auth.sessions where user_id = p_account;
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
  'Gives an account another e-mail address, and ends its sessions and the links mailed to the former one; false where '
  'another account has it.';
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
  'Deletes an account with its profile, role, progress, notes and sessions. The audit log keeps its id. '
  'False for the last administrator.';
grant execute on function public.delete_account(uuid) to service_role;

-- ## Console
--
-- The console's screens of accounts, roles and the audit log. Their functions return data to administrators only.

-- The functions that accounts may call are security definer: accounts may not read the e-mail addresses of accounts, or
-- the log, directly.

create function private.search_accounts(p_text text) returns setof uuid
language sql stable set search_path = ''
as $$
  select s.user_id from private.account_search s
  where s.text like '%' || regexp_replace(lower(btrim(p_text)), '([\\%_])', '\\\1', 'g') || '%'
$$;

create function private.admin_users(p_query text, p_role text, p_offset integer, p_limit integer)
returns table (
  total bigint, matches bigint, user_id uuid, email text, display_name text, role text, created_at double precision
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  if not private.is_admin() then
    return;
  end if;
  -- created_at is in Unix seconds, because the embedded API and PostgREST format timestamps differently.
  if btrim(p_query) = '' and p_role = '' then
    return query
      select t.total, t.total, p.user_id, u.email::text, p.display_name, coalesce(r.role, 'user'),
        extract(epoch from p.created_at)::double precision
      from (select count(*) as total from public.profiles) t
      left join (
        select * from public.profiles o
        order by o.created_at desc, o.id
        offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000)
      ) p on true
      left join auth.users u on u.id = p.user_id
      left join public.user_roles r on r.user_id = p.user_id
      order by p.created_at desc, p.id;
    return;
  end if;
  return query
    with found as materialized (
      select o.*, coalesce(r.role, 'user') as held
      from public.profiles o
      left join public.user_roles r on r.user_id = o.user_id
      where (btrim(p_query) = '' or o.user_id in (select private.search_accounts(p_query)))
        and (p_role = '' or r.role = p_role)
    )
    select (select count(*) from public.profiles), m.matches, p.user_id, u.email::text, p.display_name, p.held,
      extract(epoch from p.created_at)::double precision
    from (select count(*) as matches from found) m
    left join (
      select * from found f
      order by f.created_at desc, f.id
      offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000)
    ) p on true
    left join auth.users u on u.id = p.user_id
    order by p.created_at desc, p.id;
end
$$;
grant execute on function private.admin_users(text, text, integer, integer) to authenticated;

create function public.admin_users(p_query text, p_role text, p_offset integer, p_limit integer)
returns table (
  total bigint, matches bigint, user_id uuid, email text, display_name text, role text, created_at double precision
)
language sql stable set search_path = ''
as $$ select * from private.admin_users(p_query, p_role, p_offset, p_limit) $$;
comment on function public.admin_users(text, text, integer, integer) is
  'A page of the accounts with their roles, the newest first: of those whose e-mail or name contains a text, in any '
  'letter case, and who have a role, where these are not empty. A page without accounts has one row with the totals alone.';
grant execute on function public.admin_users(text, text, integer, integer) to authenticated;

create function private.give_role(p_account text, p_role text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Changes of roles are serialized before the check, or an administrator could act on a role that is being taken away.
  perform pg_advisory_xact_lock(7236517003);
  if not private.is_admin() then
    raise exception 'not for this account' using errcode = '42501';
  end if;
  return private.set_user_role(p_account, p_role);
end
$$;
grant execute on function private.give_role(text, text) to authenticated;

create function public.give_role(p_account text, p_role text) returns text
language sql volatile set search_path = ''
as $$ select private.give_role(p_account, p_role) $$;
comment on function public.give_role(text, text) is
  'Has an administrator give an account a role; answers as set_user_role does.';
grant execute on function public.give_role(text, text) to authenticated;

create function private.admin_log(p_what text, p_person text, p_before bigint, p_limit integer)
returns table (
  id bigint, happened_at double precision, event text, is_operators boolean, account_id uuid, account_email text,
  account_name text, actor_id uuid, actor_email text, actor_name text, address text, details jsonb
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  person constant text := lower(btrim(p_person));
  people uuid[];
  events text[];
begin
  if not private.is_admin() then
    return;
  end if;
  if person <> '' then
    if person ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      people := array[person::uuid];
    else
      people := array(select private.search_accounts(person) limit 1000)
        || array(select u.id from auth.users u where u.email = person and not u.is_sso_user);
      -- A complete e-mail address finds only its own account.
      people := coalesce(
        (select array_agg(u.id) from auth.users u where u.id = any (people) and lower(u.email) = person), people
      );
    end if;
  end if;
  if p_what <> '' then
    events := array(select e.event from private.audit_events e where p_what in (e.event, e.kind));
  end if;
  return query
    select l.id, extract(epoch from l.happened_at)::double precision, l.event, e.is_operators,
      l.account_id, u.email::text, p.display_name, l.actor_id, a.email::text, q.display_name, l.address, l.details
    from (
      select * from private.audit_log o
      where (p_before <= 0 or o.id < p_before)
        and (events is null or o.event = any (events))
        and (people is null or o.account_id = any (people) or o.actor_id = any (people))
        -- Hides expired entries until they are deleted.
        and (o.address is null or o.happened_at > now() - interval '90 days')
      order by o.id desc limit least(greatest(p_limit, 0), 1000)
    ) l
    join private.audit_events e on e.event = l.event
    left join auth.users u on u.id = l.account_id
    left join public.profiles p on p.user_id = l.account_id
    left join auth.users a on a.id = l.actor_id
    left join public.profiles q on q.user_id = l.actor_id
    order by l.id desc;
end
$$;
grant execute on function private.admin_log(text, text, bigint, integer) to authenticated;

create function public.admin_log(p_what text, p_person text, p_before bigint, p_limit integer)
returns table (
  id bigint, happened_at double precision, event text, is_operators boolean, account_id uuid, account_email text,
  account_name text, actor_id uuid, actor_email text, actor_name text, address text, details jsonb
)
language sql stable set search_path = ''
as $$ select * from private.admin_log(p_what, p_person, p_before, p_limit) $$;
comment on function public.admin_log(text, text, bigint, integer) is
  'Entries of the audit log, the newest first, before one of them where its id is given: of an event or a kind of them, '
  'and of or by an account, by e-mail, id, or a part of e-mail or name, where these are not empty. Dates in Unix seconds.';
grant execute on function public.admin_log(text, text, bigint, integer) to authenticated;

create function private.admin_log_events() returns table (event text, kind text)
language sql stable security definer set search_path = ''
as $$ select e.event, e.kind from private.audit_events e where (select private.is_admin()) order by 2, 1 $$;
grant execute on function private.admin_log_events() to authenticated;

create function public.admin_log_events() returns table (event text, kind text)
language sql stable set search_path = ''
as $$ select * from private.admin_log_events() $$;
comment on function public.admin_log_events() is 'What the audit log can tell, by kind.';
grant execute on function public.admin_log_events() to authenticated;

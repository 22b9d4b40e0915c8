-- The audit log: sign-ins, role changes, imports, decisions about videos, and what operators do to accounts. Only
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
create function private.log_event(p_event text, p_account uuid, p_details jsonb default '{}') returns void
language sql volatile set search_path = ''
as $$
  insert into private.audit_log (event, account_id, actor_id, details)
  values (p_event, p_account, (select auth.uid()), p_details)
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
    and (p_account = '' or lower(u.email) = lower(btrim(p_account)) or l.account_id::text = btrim(p_account))
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
  'The newest 1,000 entries of the audit log since a time, and how many there are: of all accounts where the text is '
  'empty, else of the one with this e-mail or id. Dates in Unix seconds. No actor: an operator, or the account itself.';
grant execute on function public.read_audit_log(text, double precision) to service_role;

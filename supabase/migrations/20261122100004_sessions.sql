-- Sessions: how an account lists and ends its own, and session details that the auth service does not store.

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

-- The console's screens of accounts, roles and the audit log. Their functions return data to administrators only.

-- Security definer, all that read them: accounts may not read the e-mail addresses of accounts, or the log, directly.

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
      people := array(select private.search_accounts(person) limit 1000);
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

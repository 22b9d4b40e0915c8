-- The operator's commands for accounts.

-- Security definer, all private functions here: no role of the API may read or write the accounts of others.

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
      -- If the auth service does not confirm addresses, it marks every address as confirmed and sends no mail.
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
  -- A hundred years, because the auth service cannot parse infinity.
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

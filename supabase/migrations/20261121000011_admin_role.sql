-- Gives and takes the administrator's role, for whoever runs the installation.

-- Security definer: nobody but the owner of the database reads who has which e-mail address.
create function private.set_user_role(p_email text, p_role text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  accounts integer;
  account uuid;
begin
  select count(*), min(u.id::text)::uuid into accounts, account
  from auth.users u where lower(u.email) = lower(btrim(p_email));
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
end
$$;
comment on function private.set_user_role(text, text) is
  'Gives an account a role, by its e-mail in any letter case: changed, unchanged, unknown or ambiguous.';
revoke execute on function private.set_user_role(text, text) from public;
grant execute on function private.set_user_role(text, text) to service_role;

create function public.set_user_role(p_email text, p_role text) returns text
language sql volatile set search_path = ''
as $$ select private.set_user_role(p_email, p_role) $$;
comment on function public.set_user_role(text, text) is
  'Gives an account a role, by its e-mail in any letter case: changed, unchanged, unknown or ambiguous.';
revoke execute on function public.set_user_role(text, text) from public, anon, authenticated;
grant execute on function public.set_user_role(text, text) to service_role;

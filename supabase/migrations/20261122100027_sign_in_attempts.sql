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
  -- The account comes first, as in record_sign_in_success: otherwise two calls could deadlock.
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
  -- Only this attempt is subtracted: otherwise a sign-in to one account would allow more guesses at others.
  update private.sign_in_attempts
  set failures = greatest(failures - 1, 0),
    blocked_until = case when failures > 1 then blocked_until else '-infinity' end
  where key = p_address;
end
$$;
comment on function public.record_sign_in_success(text, text) is 'Takes a sign-in that succeeded out of the count.';
grant execute on function public.record_sign_in_success(text, text) to service_role;

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

-- What a signed-in learner reads of her own progress, and the brake on failing sign-ins.

create function public.completed_lectures(p_course_name text) returns bigint[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(p.record_id order by p.record_id), '{}')
  from public.user_progress p
  join public.lectures l on l.id = p.record_id
  where p.user_id = (select auth.uid()) and p.completed and l."Course Name" = p_course_name
$$;
comment on function public.completed_lectures(text) is
  'Ids of the lectures of a course that the account of this request has completed.';

create function public.my_learning(p_offset integer, p_limit integer)
returns table (
  course_id text, course_name text, subject text, instructor text, institution text,
  description text, image text, youtube text, lecture_count integer, completed_count integer,
  last_activity double precision
)
language sql stable set search_path = ''
as $$
  -- Seconds since 1970: the two APIs do not write timestamps the same way.
  select c.course_id, c.course_name, c.subject, c.instructor, c.institution, c.description, c.image,
    c.youtube, c.lecture_count, m.completed_count, extract(epoch from m.updated_at)::double precision
  from (
    select l."Course Name" as course_name, max(p.updated_at) as updated_at,
      (count(*) filter (where p.completed))::integer as completed_count
    from public.user_progress p
    join public.lectures l on l.id = p.record_id
    where p.user_id = (select auth.uid())
    group by l."Course Name"
  ) m
  join public.course_summaries c on c.course_name = m.course_name
  order by m.updated_at desc, c.course_name
  offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000)
$$;
comment on function public.my_learning(integer, integer) is
  'Courses in which the account of this request has a progress record, the latest first.';

revoke execute on function public.completed_lectures(text) from public, anon;
revoke execute on function public.my_learning(integer, integer) from public, anon;
grant execute on function public.completed_lectures(text), public.my_learning(integer, integer)
  to authenticated;

-- Attempts by account and by address, both as keyed hashes: neither can be read back.
create table private.sign_in_attempts (
  key text primary key check (char_length(key) = 64),
  failures integer not null check (failures >= 0),
  last_attempt timestamptz not null,
  blocked_until timestamptz not null default '-infinity'
);
create index sign_in_attempts_age on private.sign_in_attempts (last_attempt);
comment on table private.sign_in_attempts is 'Failing sign-ins of the last day, by hashed account or address.';
alter table private.sign_in_attempts enable row level security;
grant select, insert, update, delete on private.sign_in_attempts to service_role;

-- Every attempt counts as failed until it is forgiven, in one statement: attempts sent at once
-- cannot all slip through. Beyond p_limit failures within 15 minutes each next one has to wait
-- twice as long as the one before, 15 minutes at most.
create function public.begin_sign_in(p_key text, p_limit integer) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  attempt private.sign_in_attempts;
begin
  delete from private.sign_in_attempts where key in (
    select a.key from private.sign_in_attempts a
    where a.last_attempt < now() - interval '1 day' limit 100 for update skip locked
  );
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
comment on function public.begin_sign_in(text, integer) is
  'Counts an attempt to sign in; 0 to go on, or the seconds to wait.';

create function public.forgive_sign_in(p_account text, p_address text) returns void
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
comment on function public.forgive_sign_in(text, text) is 'Takes a sign-in that succeeded out of the count.';
revoke execute on function public.begin_sign_in(text, integer) from public, anon, authenticated;
revoke execute on function public.forgive_sign_in(text, text) from public, anon, authenticated;
grant execute on function public.begin_sign_in(text, integer), public.forgive_sign_in(text, text) to service_role;

-- What an account has watched of lectures: the seconds, and the current position.

create function private.count_seconds(p_watched int4multirange) returns integer
language sql immutable set search_path = ''
as $$ select coalesce(sum(upper(w) - lower(w)), 0)::integer from unnest(p_watched) w $$;

create function private.is_watched(p_watched int4multirange, p_duration double precision) returns boolean
language sql immutable set search_path = ''
as $$
  select case
    when private.count_seconds(p_watched) >= 0.9 * p_duration then true
    when upper(p_watched) >= floor(p_duration) - 1 then private.count_seconds(p_watched) >= 0.8 * p_duration
    else false
  end
$$;
comment on function private.is_watched(int4multirange, double precision) is
  'Whether what was seen completes a lecture: nine tenths of all seconds, or the end and eight tenths.';

create function private.close_gaps(p_watched int4multirange, p_gap integer) returns int4multirange
language sql immutable set search_path = ''
as $$
  select p_watched + coalesce(range_agg(int4range(g.seen_until, g.seen_from)), '{}')
  from (
    select lag(upper(w)) over (order by w) as seen_until, lower(w) as seen_from from unnest(p_watched) w
  ) g
  where g.seen_from - g.seen_until < p_gap
$$;

-- A learner who skips back and forth leaves hundreds of pieces; merging them limits what is stored and read.
create function private.limit_pieces(p_watched int4multirange) returns int4multirange
language plpgsql immutable set search_path = ''
as $$
declare
  watched int4multirange := p_watched;
  gap integer;
begin
  foreach gap in array array[2, 10, 60, 600] loop
    exit when (select count(*) from unnest(watched)) <= 100;
    watched := private.close_gaps(watched, gap);
  end loop;
  return watched;
end
$$;
comment on function private.limit_pieces(int4multirange) is
  'Of more than a hundred pieces those with the shortest gaps between them become one.';

create function private.watched_json(p_watched int4multirange) returns jsonb
language sql immutable set search_path = ''
as $$ select coalesce(jsonb_agg(jsonb_build_array(lower(w), upper(w)) order by w), '[]') from unnest(p_watched) w $$;

create function private.place_json(p_progress public.user_progress) returns jsonb
language sql immutable set search_path = ''
as $$
  -- The time in milliseconds since 1970, because the embedded API and PostgREST format timestamps differently.
  select jsonb_build_object(
    'recordId', p_progress.record_id, 'position', p_progress.last_watched_position,
    'duration', p_progress.duration, 'watched', private.watched_json(p_progress.watched),
    'at', floor(extract(epoch from p_progress.position_at) * 1000), 'completed', p_progress.completed)
$$;
grant execute on function private.watched_json(int4multirange), private.place_json(public.user_progress)
  to authenticated;

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
  'True, or an error where the session of the token of this request has been ended: what was sent is then not taken for kept.';

-- Security definer: accounts may write watched seconds only through this function, which limits the pieces.
create function private.record_watching(p_items text, p_completes boolean) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  with items as (
    select i.record_id, max(i.duration) as duration, max(i.at) as at,
      (array_agg(i.position order by i.at desc, i.position desc))[1] as position,
      coalesce(range_agg(w.watched) * int4multirange(int4range(0, ceil(max(i.duration))::integer)), '{}') as watched
    from (
      select r.record_id, r.position, r.duration, r.watched, least(coalesce(r.at, now()), now()) as at
      from jsonb_to_recordset(p_items::jsonb)
        as r (record_id bigint, position double precision, duration double precision, watched jsonb, at timestamptz)
      where r.duration > 0 and r.duration < 360000 and r.position between 0 and r.duration + 1
      limit 200
    ) i
    left join lateral (
      select range_agg(int4range((piece ->> 0)::integer, (piece ->> 1)::integer)) as watched
      from jsonb_array_elements(i.watched) piece
      where (piece ->> 0)::integer < (piece ->> 1)::integer
    ) w on true
    -- Items of deleted lectures are dropped.
    where exists (select from public.lectures l where l.id = i.record_id) and (select private.require_session())
    group by i.record_id
  ), saved as (
    insert into public.user_progress as p
      (user_id, record_id, last_watched_position, duration, watched, position_at, completed, auto_completed)
    select (select auth.uid()), i.record_id, i.position, i.duration, private.limit_pieces(i.watched), i.at,
      i.is_watched, i.is_watched
    from (select *, p_completes and private.is_watched(watched, duration) as is_watched from items) i
    -- A fixed order, so that two concurrent calls of one account cannot deadlock.
    order by i.record_id
    on conflict (user_id, record_id) do update set
      watched = private.limit_pieces(p.watched + excluded.watched),
      duration = greatest(p.duration, excluded.duration),
      last_watched_position = case
        when (excluded.position_at, excluded.last_watched_position)
          > (coalesce(p.position_at, '-infinity'), p.last_watched_position) then excluded.last_watched_position
        else p.last_watched_position
      end,
      position_at = greatest(p.position_at, excluded.position_at),
      completed = p.completed or (p_completes and not p.auto_completed and private.is_watched(
        p.watched + excluded.watched, greatest(p.duration, excluded.duration))),
      auto_completed = p.auto_completed or (p_completes and private.is_watched(
        p.watched + excluded.watched, greatest(p.duration, excluded.duration)))
    returning p as progress
  )
  select coalesce(jsonb_agg(private.place_json(s.progress) order by (s.progress).record_id), '[]') from saved s
$$;
grant execute on function private.record_watching(text, boolean) to authenticated;

create function public.record_watching(p_items text, p_completes boolean default true) returns jsonb
language sql volatile set search_path = ''
as $$ select private.record_watching(p_items, p_completes) $$;
comment on function public.record_watching(text, boolean) is
  'Adds what the account of this request has seen to what is known of it, in any order and as often as it comes: '
  'a JSON array of { record_id, position, duration, watched: [[from, to] …], at }, in seconds. Returns all that is '
  'known of these lectures. It completes them where p_completes says so.';
grant execute on function public.record_watching(text, boolean) to authenticated;

create function public.course_progress(p_course_name text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'completed', coalesce(jsonb_agg(p.record_id order by p.record_id) filter (where p.completed), '[]'),
    'watching', coalesce(jsonb_agg(private.place_json(p) order by p.record_id) filter (where p.position_at is not null), '[]'))
  from public.user_progress p
  -- By the whole primary key: a join would read all progress rows of the account, each from a different disk page.
  where p.user_id = (select auth.uid())
    and p.record_id = any (array(select l.id from public.lectures l where l."Course Name" = p_course_name))
    and p.record_id <> all (array(select h.id from public.lectures h where h."Course Name" = p_course_name and h.is_hidden))
$$;
comment on function public.course_progress(text) is
  'Of a course, the ids of the lectures that the account of this request has completed, and what it has seen of each.';
grant execute on function public.course_progress(text) to authenticated;

create function public.continue_watching(p_limit integer)
returns table (
  course_id text, course_name text, institution text, image text, youtube text, lecture_count integer,
  record_id bigint, lecture_id text, lecture_name text, lecture_image text, lecture_youtube text, nth integer,
  place jsonb, active_at double precision
)
language sql stable set search_path = ''
as $$
  select c.course_id, c.course_name, c.institution, c.image, c.youtube, c.lecture_count,
    l.id, l.lecture_id, l.name, l.image, l.youtube, l.nth::integer, l.place,
    extract(epoch from m.active_at)::double precision
  from (
    select own."Course Name" as course_name, max(p.updated_at) as active_at,
      (array_agg(p.record_id order by p.updated_at desc))[1] as latest
    from public.user_progress p
    join public.lectures own on own.id = p.record_id
    where p.user_id = (select auth.uid()) and (p.completed or p.position_at is not null)
    group by own."Course Name"
    having max(p.updated_at) > coalesce(max(p.dismissed_at), '-infinity')
  ) m
  join public.course_summaries c on c.course_name = m.course_name
  cross join lateral (
    select o.*
    from (
      select k.id, k."lecture name" as name, k."Image" as image, k.youtube, k.is_hidden,
        case
          when k."Lecture Number" is null then 'lecture-' || k.id
          when k."Lecture Number" = lag(k."Lecture Number") over in_order then k."Lecture Number" || '-' || k.id
          else k."Lecture Number"::text
        end as lecture_id,
        count(*) filter (where not k.is_hidden) over in_order as nth,
        case when p.position_at is not null then private.place_json(p) end as place,
        coalesce(
          p.completed or p.last_watched_position >= p.duration - greatest(15, 0.02 * p.duration), false
        ) as is_finished,
        max((k.id = m.latest)::integer) over in_order = 1 as has_come
      from public.lectures k
      left join public.user_progress p on p.record_id = k.id and p.user_id = (select auth.uid())
      where k."Course Name" = m.course_name
      window in_order as (order by k."Lecture Number", k.id)
    ) o
    where not o.is_finished and not o.is_hidden
    -- The latest lecture first, then those after it, then those before it.
    order by o.has_come desc, o.nth limit 1
  ) l
  order by m.active_at desc, c.course_name
  limit least(greatest(p_limit, 0), 100)
$$;
comment on function public.continue_watching(integer) is
  'Of each course that the account of this request is in the middle of, the lecture to go on with, the latest first.';
grant execute on function public.continue_watching(integer) to authenticated;

-- Security definer: dismissed_at is written only by this function.
create function private.dismiss_course(p_course_name text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.user_progress p set dismissed_at = clock_timestamp()
  from public.lectures l
  where l.id = p.record_id and l."Course Name" = p_course_name and p.user_id = (select auth.uid())
    and (select private.has_session())
$$;
grant execute on function private.dismiss_course(text) to authenticated;

create function public.dismiss_course(p_course_name text) returns void
language sql volatile set search_path = ''
as $$ select private.dismiss_course(p_course_name) $$;
comment on function public.dismiss_course(text) is
  'Takes a course out of what the account of this request continues with, until it goes on there.';
grant execute on function public.dismiss_course(text) to authenticated;

-- Security definer: accounts have no right to update these columns.
create function private.forget_watching() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.user_progress p
  where p.user_id = (select auth.uid()) and not p.completed and (select private.has_session());
  update public.user_progress p
  set watched = '{}', last_watched_position = 0, duration = null, position_at = null
  where p.user_id = (select auth.uid()) and p.position_at is not null and (select private.has_session())
$$;
grant execute on function private.forget_watching() to authenticated;

create function public.forget_watching() returns void
language sql volatile set search_path = ''
as $$ select private.forget_watching() $$;
comment on function public.forget_watching() is
  'Forgets what the account of this request has seen, and keeps what it has completed.';
grant execute on function public.forget_watching() to authenticated;

-- What learners do with lectures: what they complete, watch and note.

-- ## Progress
--
-- What a learner has completed and watched of each lecture, and the list of the courses that the learner has begun.

create table public.user_progress (
  user_id uuid not null references auth.users (id) on delete cascade,
  record_id bigint not null references public.lectures (id) on delete cascade,
  completed boolean not null default false,
  last_watched_position double precision not null default 0
    check (last_watched_position >= 0 and last_watched_position < 'infinity'),
  duration double precision check (duration > 0 and duration < 360000),
  watched int4multirange not null default '{}',
  position_at timestamptz,
  video_id text check (char_length(video_id) = 11),
  auto_completed boolean not null default false,
  dismissed_at timestamptz,
  updated_at timestamptz not null default now(),
  active_week date,
  completed_week date,
  primary key (user_id, record_id)
);
comment on table public.user_progress is 'Progress of an account in a lecture (record_id is the lecture id).';
comment on column public.user_progress.last_watched_position is 'In seconds, as the player said last, at position_at.';
comment on column public.user_progress.duration is 'Of the video, in seconds, as the player says; null until it has.';
comment on column public.user_progress.watched is 'The seconds really seen: [0,15) are the first fifteen.';
comment on column public.user_progress.video_id is
  'The video that duration, watched and the position are of: they say nothing about another one that replaces it.';
comment on column public.user_progress.auto_completed is
  'Whether watching has completed the lecture once. It does not do so again where the tick was taken back.';
comment on column public.user_progress.dismissed_at is 'When the course was taken out of what to continue with.';
comment on column public.user_progress.active_week is 'The Monday of the week of updated_at, in UTC.';
comment on column public.user_progress.completed_week is 'The Monday of the week in which the lecture was completed, in UTC.';
create index user_progress_record on public.user_progress (record_id);
-- For what an account has seen of a video that several lectures have.
create index user_progress_video on public.user_progress (user_id, video_id);
-- For the weekly counts of the dashboard.
create index user_progress_active_week on public.user_progress (active_week, user_id);
create index user_progress_completed_week on public.user_progress (completed_week) where completed_week is not null;

-- Only the database sets updated_at, never a client. Dismissing a course or forgetting what was watched is no activity
-- and leaves it unchanged, as do corrections of the catalogue.
create function private.touch_progress() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.dismissed_at is distinct from old.dismissed_at then
    return new;
  end if;
  if current_setting('lectern.keeps_activity', true) is distinct from 'on' then
    new.updated_at := clock_timestamp();
  end if;
  -- Weeks rather than times are indexed: an index on updated_at would be written at every update.
  new.active_week := date_trunc('week', new.updated_at at time zone 'utc')::date;
  new.completed_week := case when new.completed then coalesce(new.completed_week, new.active_week) end;
  return new;
end
$$;
create trigger touch_progress before insert or update on public.user_progress
  for each row execute function private.touch_progress();

-- Locks the lecture before the progress is written, in the order of a merge of courses. In the other order the two would
-- deadlock.
create function private.hold_lecture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.lectures l where l.id = new.record_id for key share;
  return new;
end
$$;
create trigger hold_lecture before insert on public.user_progress
  for each row execute function private.hold_lecture();

alter table public.user_progress enable row level security;
create policy user_progress_select_own on public.user_progress
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_session()));
create policy user_progress_insert_own on public.user_progress
  for insert to authenticated with check (user_id = (select auth.uid()) and (select private.has_session()));
create policy user_progress_update_own on public.user_progress
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.has_session()))
  with check (user_id = (select auth.uid()));
create policy user_progress_delete_own on public.user_progress
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.has_session()));

-- Update includes the key columns, because an upsert writes them as well.
grant select, delete,
  insert (user_id, record_id, completed, last_watched_position),
  update (user_id, record_id, completed, last_watched_position)
  on public.user_progress to authenticated;
grant select, insert, update, delete on public.user_progress to service_role;

create function public.my_learning(p_offset integer, p_limit integer)
returns table (
  course_id text, course_name text, subject text, instructor text, institution text,
  description text, image text, youtube text, lecture_count integer, completed_count integer,
  last_activity double precision
)
language sql stable set search_path = ''
as $$
  select private.require_session();
  -- last_activity is in Unix seconds, because the embedded API and PostgREST format timestamps differently.
  select c.course_id, c.course_name, c.subject, c.instructor, c.institution, c.description, c.image,
    c.youtube, c.lecture_count, m.completed_count, extract(epoch from m.updated_at)::double precision
  from (
    select l."Course Name" as course_name, max(p.updated_at) as updated_at,
      (count(*) filter (where p.completed and not l.is_hidden))::integer as completed_count
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
grant execute on function public.my_learning(integer, integer) to authenticated;

-- ## Watching
--
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

-- What was seen, with the gaps in it that are shorter than p_gap seconds.
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

create function private.is_of_video(p_progress public.user_progress, p_youtube text) returns boolean
language sql immutable set search_path = ''
as $$ select coalesce(p_progress.video_id = right(p_youtube, 11), p_progress.video_id is null) $$;
comment on function private.is_of_video(public.user_progress, text) is
  'Whether what was watched is of a lecture''s current video.';

create function private.place_json(p_progress public.user_progress) returns jsonb
language sql immutable set search_path = ''
as $$
  -- The time in milliseconds since 1970, because the embedded API and PostgREST format timestamps differently.
  select jsonb_build_object(
    'recordId', p_progress.record_id, 'position', p_progress.last_watched_position,
    'duration', p_progress.duration, 'watched', private.watched_json(p_progress.watched),
    'at', floor(extract(epoch from p_progress.position_at) * 1000), 'completed', p_progress.completed)
$$;
grant execute on function private.watched_json(int4multirange), private.place_json(public.user_progress),
  private.is_of_video(public.user_progress, text) to authenticated;

-- Security definer: accounts may not read this table. In PL/pgSQL, because it is created in a later migration, and the
-- tables of SQL functions are looked up at once.
create function private.merged_lecture(p_id bigint) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select k.lecture_id from private.former_lecture_keys k where k.merged_id = p_id limit 1);
end
$$;
grant execute on function private.merged_lecture(bigint) to authenticated;

create function public.merged_lecture(p_id bigint) returns bigint
language sql stable set search_path = ''
as $$ select private.merged_lecture(p_id) $$;
comment on function public.merged_lecture(bigint) is
  'The lecture with which a merge of courses has joined one that is gone: pages that are open since before still have its id.';
grant execute on function public.merged_lecture(bigint) to authenticated;

-- Security definer: accounts may write watched seconds only through this function, which limits the pieces.
create function private.record_watching(p_items text, p_completes boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  present jsonb;
  places jsonb;
begin
  perform private.require_session();
  -- Lectures and then the account's rows are locked, each in a fixed order, so that no two calls can deadlock. A lecture that
  -- is being deleted or merged is waited for.
  perform 1 from public.lectures l
  where l.id in (select i.record_id from jsonb_to_recordset(p_items::jsonb) as i (record_id bigint))
  order by l.id for key share;
  -- What was seen of a video that the lecture no longer has says nothing about the present one.
  present := coalesce((
    select jsonb_agg(i.item || jsonb_build_object('record_id', l.id))
    from (
      select e as item, (e ->> 'record_id')::bigint as id, e ->> 'video_id' as video_id
      from jsonb_array_elements(p_items::jsonb) e
    ) i
    join public.lectures l
      on l.id = coalesce((select o.id from public.lectures o where o.id = i.id), private.merged_lecture(i.id))
    where i.video_id is null or i.video_id = right(l.youtube, 11)
  ), '[]');
  perform 1 from public.lectures l
  where l.id in (select i.record_id from jsonb_to_recordset(present) as i (record_id bigint))
  order by l.id for key share;
  perform 1 from public.user_progress p
  where p.user_id = (select auth.uid())
    and p.record_id in (select i.record_id from jsonb_to_recordset(present) as i (record_id bigint))
  order by p.record_id for no key update;
  -- What is known of a video that was replaced is kept until something of the new one was watched: the old one may
  -- have come back by then.
  update public.user_progress p
  set watched = '{}', last_watched_position = 0, duration = null, position_at = null
  from jsonb_to_recordset(present) as i (record_id bigint)
  join public.lectures l on l.id = i.record_id
  where p.record_id = l.id and p.user_id = (select auth.uid()) and not private.is_of_video(p, l.youtube);
  with items as (
    select i.record_id, i.video_id, max(i.duration) as duration, max(i.at) as at,
      (array_agg(i.position order by i.at desc, i.position desc))[1] as position,
      -- What was seen of the video in other lectures was seen.
      (coalesce(range_agg(w.watched), '{}') + coalesce((
        select range_agg(o.watched) from public.user_progress o
        where o.user_id = (select auth.uid()) and o.video_id = i.video_id
      ), '{}')) * int4multirange(int4range(0, ceil(max(i.duration))::integer)) as watched
    from (
      select r.record_id, right(l.youtube, 11) as video_id, r.position, r.duration, r.watched,
        least(coalesce(r.at, now()), now()) as at
      from jsonb_to_recordset(present)
        as r (record_id bigint, position double precision, duration double precision, watched jsonb, at timestamptz)
      join public.lectures l on l.id = r.record_id
      where r.duration > 0 and r.duration < 360000 and r.position between 0 and r.duration + 1
      limit 200
    ) i
    left join lateral (
      select range_agg(int4range((piece ->> 0)::integer, (piece ->> 1)::integer)) as watched
      from jsonb_array_elements(i.watched) piece
      where (piece ->> 0)::integer < (piece ->> 1)::integer
    ) w on true
    group by i.record_id, i.video_id
  ), saved as (
    insert into public.user_progress as p
      (user_id, record_id, last_watched_position, duration, watched, position_at, video_id, completed, auto_completed)
    select (select auth.uid()), i.record_id, i.position, i.duration, private.limit_pieces(i.watched), i.at,
      i.video_id, i.is_watched, i.is_watched
    from (select *, p_completes and private.is_watched(watched, duration) as is_watched from items) i
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
      video_id = excluded.video_id,
      completed = p.completed or (p_completes and not p.auto_completed and private.is_watched(
        p.watched + excluded.watched, greatest(p.duration, excluded.duration))),
      auto_completed = p.auto_completed or (p_completes and private.is_watched(
        p.watched + excluded.watched, greatest(p.duration, excluded.duration)))
    returning p as progress
  )
  select coalesce(jsonb_agg(private.place_json(s.progress) order by (s.progress).record_id), '[]') into places from saved s;
  return places;
end
$$;
grant execute on function private.record_watching(text, boolean) to authenticated;

create function public.record_watching(p_items text, p_completes boolean default true) returns jsonb
language sql volatile set search_path = ''
as $$ select private.record_watching(p_items, p_completes) $$;
comment on function public.record_watching(text, boolean) is
  'Adds what the account of this request has seen to what is known of it, in any order and as often as it comes: '
  'a JSON array of { record_id, video_id, position, duration, watched: [[from, to] …], at }, in seconds. Returns all that is '
  'known of these lectures. It completes them where p_completes says so. Of a lecture that was merged it is about the one that '
  'stays; an item whose video_id is not the lecture''s is left out.';
grant execute on function public.record_watching(text, boolean) to authenticated;

-- As private.merged_lecture.
create function private.lectures_once_of(p_course_name text, p_lecture_name text default null) returns bigint[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select k.lecture_id from private.former_lecture_keys k
    where k.course_name = p_course_name and (p_lecture_name is null or k.lecture_name = p_lecture_name)
    order by k.lecture_id
  );
end
$$;
comment on function private.lectures_once_of(text, text) is
  'The lectures that were of a course, or had a name in it, until an editor renamed, moved or merged them: pages that are '
  'open since before ask for them by these names.';
grant execute on function private.lectures_once_of(text, text) to authenticated;

create function private.seen_elsewhere(p_course_name text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(e.place order by e.id), '[]')
  from (
    select distinct on (l.id) l.id,
      private.place_json(p) || jsonb_build_object('recordId', l.id, 'completed', false) as place
    -- By the index of videos: a join with the lectures would read all progress rows of the account.
    from (
      select p from public.user_progress p
      where p.user_id = (select auth.uid()) and p.position_at is not null and p.video_id = any (array(
        select right(l.youtube, 11) from public.lectures l where l."Course Name" = p_course_name and not l.is_hidden))
    ) seen (p)
    join public.lectures l on right(l.youtube, 11) = (p).video_id and l.id <> (p).record_id
    where l."Course Name" = p_course_name and not l.is_hidden
    order by l.id, (p).position_at desc
  ) e
$$;
comment on function private.seen_elsewhere(text) is
  'Of the lectures of a course, the latest place of this request''s account in the same video as another lecture.';
grant execute on function private.seen_elsewhere(text) to authenticated;

create function public.course_progress(p_course_name text) returns jsonb
language sql stable set search_path = ''
as $$
  select private.require_session();
  select jsonb_build_object(
    'completed', coalesce(jsonb_agg(p.record_id order by p.record_id) filter (where p.completed), '[]'),
    'watching', coalesce(jsonb_agg(private.place_json(p) order by p.record_id) filter (where p.position_at is not null and (
        select private.is_of_video(p, l.youtube) from public.lectures l where l.id = p.record_id)), '[]'),
    'elsewhere', private.seen_elsewhere(p_course_name))
  from public.user_progress p
  -- By the whole primary key: a join would read all progress rows of the account, each from a different disk page.
  where p.user_id = (select auth.uid())
    and p.record_id = any (coalesce(
      nullif(array(select l.id from public.lectures l where l."Course Name" = p_course_name), '{}'),
      private.lectures_once_of(p_course_name)
    ))
    and p.record_id <> all (array(select h.id from public.lectures h where h."Course Name" = p_course_name and h.is_hidden))
$$;
comment on function public.course_progress(text) is
  'Of a course, the ids of the lectures that the account of this request has completed, what it has seen of each, and '
  'the places of the same videos in other lectures.';
grant execute on function public.course_progress(text) to authenticated;

create function public.continue_watching(p_limit integer)
returns table (
  course_id text, course_name text, institution text, image text, youtube text, lecture_count integer,
  record_id bigint, lecture_id text, lecture_name text, lecture_image text, lecture_youtube text, nth integer,
  place jsonb
)
language sql stable set search_path = ''
as $$
  select private.require_session();
  select c.course_id, c.course_name, c.institution, c.image, c.youtube, c.lecture_count,
    l.id, l.lecture_id, l.name, l.image, l.youtube, l.nth::integer,
    -- Of this lecture alone: a place is made of up to a hundred pieces, and a course may have hundreds of lectures.
    case
      when (l.progress).position_at is not null and private.is_of_video(l.progress, l.youtube)
        then private.place_json(l.progress)
    end
  from (
    select own."Course Name" as course_name, max(p.updated_at) as active_at,
      (array_agg(p.record_id order by p.updated_at desc))[1] as latest
    from public.user_progress p
    join public.lectures own on own.id = p.record_id
    where p.user_id = (select auth.uid()) and (p.completed or p.position_at is not null)
    group by own."Course Name"
    -- Each by itself: a dismissed course may have been merged into this one.
    having bool_or(p.updated_at > coalesce(p.dismissed_at, '-infinity'))
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
        p as progress,
        coalesce(
          p.completed or (p.last_watched_position >= p.duration - greatest(15, 0.02 * p.duration)
            and private.is_of_video(p, k.youtube)),
          false
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
  select private.require_session();
  update public.user_progress p set dismissed_at = clock_timestamp()
  from public.lectures l
  where l.id = p.record_id and l."Course Name" = p_course_name and p.user_id = (select auth.uid())
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
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_session();
  delete from public.user_progress p where p.user_id = (select auth.uid()) and not p.completed;
  perform set_config('lectern.keeps_activity', 'on', true);
  update public.user_progress p
  set watched = '{}', last_watched_position = 0, duration = null, position_at = null
  where p.user_id = (select auth.uid()) and p.position_at is not null;
  perform set_config('lectern.keeps_activity', '', true);
  -- What would come back with lectures that were deleted by hand.
  delete from private.removed_progress r
  where r.user_id = (select auth.uid()) and not (r.progress ->> 'completed')::boolean;
  update private.removed_progress r
  set progress = r.progress
    || '{"watched": "{}", "last_watched_position": 0, "duration": null, "position_at": null}'
  where r.user_id = (select auth.uid()) and r.progress -> 'position_at' <> 'null';
end
$$;
grant execute on function private.forget_watching() to authenticated;

create function public.forget_watching() returns void
language sql volatile set search_path = ''
as $$ select private.forget_watching() $$;
comment on function public.forget_watching() is
  'Forgets what the account of this request has seen, and keeps what it has completed.';
grant execute on function public.forget_watching() to authenticated;

-- ## Notes
--
-- Notes that learners take at a moment of a lecture.

create table public.notes (
  -- The device that takes a note chooses its id. Ids are unique only within an account, so that an id does not reveal
  -- whether another account has a note with it.
  id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  record_id bigint references public.lectures (id) on delete set null,
  video_id text check (video_id ~ '^[A-Za-z0-9_-]{11}$'),
  course_name text not null check (btrim(course_name) <> '' and char_length(course_name) <= 250),
  lecture_name text not null check (btrim(lecture_name) <> '' and char_length(lecture_name) <= 250),
  -- Less than 100 hours, the longest video that is expected anywhere.
  at_seconds integer not null check (at_seconds >= 0 and at_seconds < 360000),
  until_seconds integer check (until_seconds > at_seconds and until_seconds < 360000),
  body text not null default '' check (char_length(body) <= 5000),
  versions uuid[] not null default '{}' check (cardinality(versions) <= 20),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  updated_at timestamptz not null default now() check (isfinite(updated_at)),
  primary key (user_id, id)
);
comment on table public.notes is
  'A note of an account at a moment of a lecture. It outlives the lecture: names and video are kept, and list_notes finds '
  'the lecture again by its video once it is back.';
comment on column public.notes.body is 'As it was typed. Empty where the moment is all there is to it.';
comment on column public.notes.versions is
  'Ids that devices have chosen for what they wrote, the stored one first: by them a change of something older is seen.';
comment on column public.notes.updated_at is 'When the learner wrote it, which may be before it arrived.';
create index notes_course on public.notes (user_id, course_name, at_seconds);
create index notes_record on public.notes (record_id) where record_id is not null;

create function private.limit_notes() returns trigger
language plpgsql set search_path = ''
as $$
declare
  held record;
begin
  -- Serializes the writes of an account: concurrent ones would each count without the other.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('notes ' || new.user_id, 0));
  select count(*) as notes, sum(octet_length(n.body || n.course_name || n.lecture_name)) as bytes into held
  from public.notes n where n.user_id = new.user_id;
  if held.notes > 5000 or held.bytes > 4000000 then
    raise exception 'the account has as many notes as it may have' using errcode = '54000';
  end if;
  return null;
end
$$;
comment on function private.limit_notes() is 'Nobody fills the disk: 5,000 notes an account, and four megabytes of text and names.';
create trigger limit_notes after insert or update of body on public.notes
  for each row execute function private.limit_notes();

alter table public.notes enable row level security;
create policy notes_select_own on public.notes
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_session()));
create policy notes_insert_own on public.notes
  for insert to authenticated with check (user_id = (select auth.uid()) and (select private.has_session()));
create policy notes_update_own on public.notes
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.has_session()))
  with check (user_id = (select auth.uid()));
create policy notes_delete_own on public.notes
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.has_session()));

grant select, insert, delete, update (at_seconds, until_seconds, body, versions, updated_at) on public.notes
  to authenticated;
grant select, insert, update, delete on public.notes to service_role;

create function public.save_note(p_id uuid, p_note text) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  given record;
  held uuid[];
  target uuid := p_id;
  lecture bigint;
begin
  select g.*, array_remove(coalesce(g.based_on, '{}'), null) as bases into given
  from jsonb_to_record(p_note::jsonb) as g (
    record_id bigint, video_id text, course_name text, lecture_name text, at_seconds integer, until_seconds integer,
    body text, version uuid, based_on uuid[], created_at timestamptz, updated_at timestamptz);
  select n.versions into held from public.notes n
  where n.user_id = (select auth.uid()) and n.id = p_id and n.body <> given.body for update;
  if given.version = any (held) then
    -- It came before, and was stored, or changed since.
    return 'saved';
  elsif given.version is not null and held <> '{}' and held[1] <> all (given.bases) then
    -- Another device has changed the note since this one read it. The id of the copy, a UUID of version 8, is the same
    -- however often this comes.
    target := overlay(overlay(pg_catalog.md5(p_id::text || given.version) placing '8' from 13) placing '8' from 17)::uuid;
  end if;
  -- The id may come from a catalogue in which it belonged to another lecture.
  select l.id into lecture from public.lectures l
  where l.id = given.record_id
    and (right(l.youtube, 11) = given.video_id
      or (l."Course Name", l."lecture name") = (given.course_name, given.lecture_name));
  if lecture is null then
    lecture := (private.lectures_once_of(given.course_name, given.lecture_name))[1];
  end if;
  insert into public.notes as n (
    user_id, id, record_id, video_id, course_name, lecture_name, at_seconds, until_seconds, body, versions, created_at,
    updated_at)
  select (select auth.uid()), target, l.id, coalesce(given.video_id, right(l.youtube, 11)),
    coalesce(l."Course Name", given.course_name), coalesce(l."lecture name", given.lecture_name),
    given.at_seconds, given.until_seconds, given.body, array_remove((given.version || given.bases)[1:20], null),
    least(coalesce(given.created_at, now()), now()), least(coalesce(given.updated_at, now()), now())
  from (select) one
  left join public.lectures l on l.id = lecture
  on conflict (user_id, id) do update set
    at_seconds = excluded.at_seconds, until_seconds = excluded.until_seconds, body = excluded.body,
    versions = (
      excluded.versions || array(
        select u.version from unnest(n.versions) with ordinality u (version, place)
        where u.version <> all (excluded.versions) order by u.place
      )
    )[1:20],
    updated_at = greatest(n.updated_at, excluded.updated_at)
  where case
    -- Without a version, a note is compared by the time that its device says.
    when given.version is null then n.updated_at <= excluded.updated_at
    -- A copy that came before may have been changed since.
    when target <> p_id or given.version = any (n.versions) then false
    else n.versions = '{}' or n.versions[1] = any (given.bases) or n.body = excluded.body
  end;
  if not found and given.version is not null and target = p_id and not exists (
    select from public.notes n
    where n.user_id = (select auth.uid()) and n.id = p_id and given.version = any (n.versions)
  ) then
    -- Another device has saved the note since this call has looked for it.
    return public.save_note(p_id, p_note);
  end if;
  return case when target = p_id then 'saved' else 'copied' end;
exception
  -- Returned instead of an error, because the embedded API does not pass on error codes.
  when program_limit_exceeded then return 'full';
  -- The lecture was deleted since it was read: now it is gone.
  when foreign_key_violation then return public.save_note(p_id, p_note);
end
$$;
comment on function public.save_note(uuid, text) is
  'Saves a note of the account of this request, as often as it comes: a JSON object with the columns of the table, the '
  'version that the device has chosen for it, and based_on, the versions that it takes the place of. Names are those of the '
  'lecture, or those given where it is gone. Returns saved, or copied where another device has changed the note meanwhile, '
  'so that both are kept, or full where the account has as many notes as it may have.';
grant execute on function public.save_note(uuid, text) to authenticated;

create function public.delete_note(p_id uuid, p_based_on text default null) returns void
language sql volatile set search_path = ''
as $$
  select private.require_session();
  delete from public.notes n
  where n.id = p_id and n.user_id = (select auth.uid())
    and (p_based_on is null or n.versions = '{}' or n.versions[1] = any (string_to_array(p_based_on, ',')::uuid[]))
$$;
comment on function public.delete_note(uuid, text) is
  'Deletes a note of the account of this request, if there is one, and, where versions are given, no other is stored.';
grant execute on function public.delete_note(uuid, text) to authenticated;

create function public.list_notes(p_course_name text, p_offset integer, p_limit integer)
returns table (
  id uuid, record_id bigint, video_id text, course_id text, course_name text, institution text, lecture_id text,
  lecture_name text, at_seconds integer, until_seconds integer, body text, version uuid, created_at double precision
)
language sql stable set search_path = ''
as $$
  select private.require_session();
  -- created_at in milliseconds since 1970, because the embedded API and PostgREST format timestamps differently.
  select n.id, l.id, n.video_id, c.course_id, coalesce(l."Course Name", n.course_name), c.institution,
    -- The lecture's address, as in course_page; none if it has no page.
    case
      when l.is_hidden then null
      when l."Lecture Number" is null then 'lecture-' || l.id
      when exists (
        select from public.lectures b
        where b."Course Name" = l."Course Name" and b."Lecture Number" = l."Lecture Number" and b.id < l.id
      ) then l."Lecture Number" || '-' || l.id
      else l."Lecture Number"::text
    end,
    coalesce(l."lecture name", n.lecture_name), n.at_seconds, n.until_seconds, n.body, n.versions[1],
    floor(extract(epoch from n.created_at) * 1000)::double precision
  from public.notes n
  left join lateral (
    select f.* from (
      select o.* from public.lectures o where o.id = n.record_id
      union all
      select o.* from public.lectures o
      where n.record_id is null and o."Course Name" = n.course_name
        and o.youtube = 'https://www.youtube.com/embed/' || n.video_id
    ) f
    order by f."lecture name" = n.lecture_name desc, f.id limit 1
  ) l on true
  left join public.course_summaries c on c.course_name = coalesce(l."Course Name", n.course_name)
  where n.user_id = (select auth.uid())
    and (p_course_name is null or coalesce(l."Course Name", n.course_name) = p_course_name
      -- In a subquery, so that it is called once.
      or l.id = any ((select private.lectures_once_of(p_course_name))::bigint[]))
  order by lower(coalesce(l."Course Name", n.course_name)), coalesce(l."Course Name", n.course_name),
    l."Lecture Number", l.id, n.lecture_name, n.at_seconds, n.created_at, n.id
  offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000)
$$;
comment on function public.list_notes(text, integer, integer) is
  'The notes of the account of this request, in a course or (null) in all, in the order of courses, lectures and moments. '
  'Each comes with its lecture: the one it was taken in or, if that is gone, the one of its course with its video, or none.';
grant execute on function public.list_notes(text, integer, integer) to authenticated;

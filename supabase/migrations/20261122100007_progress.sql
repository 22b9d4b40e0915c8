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
comment on column public.user_progress.auto_completed is
  'Whether watching has completed the lecture once. It does not do so again where the tick was taken back.';
comment on column public.user_progress.dismissed_at is 'When the course was taken out of what to continue with.';
comment on column public.user_progress.active_week is 'The Monday of the week of updated_at, in UTC.';
comment on column public.user_progress.completed_week is 'The Monday of the week in which the lecture was completed, in UTC.';
create index user_progress_record on public.user_progress (record_id);

-- Only the database sets updated_at, never a client. Dismissing a course is no activity and leaves it unchanged.
create function private.touch_progress() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.dismissed_at is distinct from old.dismissed_at then
    return new;
  end if;
  new.updated_at := clock_timestamp();
  -- Weeks rather than times are indexed: an index on updated_at would be written at every update.
  new.active_week := date_trunc('week', new.updated_at at time zone 'utc')::date;
  new.completed_week := case when new.completed then coalesce(new.completed_week, new.active_week) end;
  return new;
end
$$;
create trigger touch_progress before insert or update on public.user_progress
  for each row execute function private.touch_progress();

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
  -- last_activity is in Unix seconds, because the embedded API and PostgREST format timestamps differently.
  select c.course_id, c.course_name, c.subject, c.instructor, c.institution, c.description, c.image,
    c.youtube, c.lecture_count, m.completed_count, extract(epoch from m.updated_at)::double precision
  from (
    select l."Course Name" as course_name, max(p.updated_at) as updated_at,
      (count(*) filter (where p.completed and not l.is_hidden))::integer as completed_count
    from public.user_progress p
    join public.lectures l on l.id = p.record_id
    -- A lecture that was marked as completed and unmarked, but never watched, is no progress.
    where p.user_id = (select auth.uid()) and (p.completed or p.position_at is not null)
    group by l."Course Name"
  ) m
  join public.course_summaries c on c.course_name = m.course_name
  order by m.updated_at desc, c.course_name
  offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000)
$$;
comment on function public.my_learning(integer, integer) is
  'Courses of which the account of this request has completed or seen something, the latest first.';
grant execute on function public.my_learning(integer, integer) to authenticated;

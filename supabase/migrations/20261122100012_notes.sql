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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id)
);
comment on table public.notes is
  'A note of an account at a moment of a lecture. It outlives the lecture: names and video are kept, and list_notes finds '
  'the lecture again by its video once it is back.';
comment on column public.notes.body is 'As it was typed. Empty where the moment is all there is to it.';
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
  select count(*) as notes, sum(octet_length(n.body)) as bytes into held
  from public.notes n where n.user_id = new.user_id;
  if held.notes > 5000 or held.bytes > 4000000 then
    raise exception 'the account has as many notes as it may have' using errcode = '54000';
  end if;
  return null;
end
$$;
comment on function private.limit_notes() is 'Nobody fills the disk: 5,000 notes an account, and four megabytes of text.';
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

grant select, insert, delete, update (at_seconds, until_seconds, body, updated_at) on public.notes to authenticated;
grant select, insert, update, delete on public.notes to service_role;

create function public.save_note(p_id uuid, p_note text) returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  with given as (
    select * from jsonb_to_record(p_note::jsonb) as g (
      record_id bigint, video_id text, course_name text, lecture_name text,
      at_seconds integer, until_seconds integer, body text, created_at timestamptz, updated_at timestamptz)
  )
  insert into public.notes as n (
    user_id, id, record_id, video_id, course_name, lecture_name, at_seconds, until_seconds, body, created_at, updated_at)
  select (select auth.uid()), p_id, l.id, coalesce(g.video_id, right(l.youtube, 11)),
    coalesce(l."Course Name", g.course_name), coalesce(l."lecture name", g.lecture_name),
    g.at_seconds, g.until_seconds, g.body,
    least(coalesce(g.created_at, now()), now()), least(coalesce(g.updated_at, now()), now())
  from given g
  -- The id may come from a catalogue in which it belonged to another lecture.
  left join public.lectures l on l.id = g.record_id
    and (right(l.youtube, 11) = g.video_id or (l."Course Name", l."lecture name") = (g.course_name, g.lecture_name))
  on conflict (user_id, id) do update set
    at_seconds = excluded.at_seconds, until_seconds = excluded.until_seconds, body = excluded.body,
    updated_at = excluded.updated_at
  where n.updated_at <= excluded.updated_at;
  return true;
-- Returns false instead of an error, because the embedded API does not pass on error codes.
exception when program_limit_exceeded then
  return false;
end
$$;
comment on function public.save_note(uuid, text) is
  'Saves a note of the account of this request, as often as it comes, unless it has been changed later: a JSON object '
  'with the columns of the table. Names are those of the lecture, or those given where it is gone. False where the account '
  'has as many notes as it may have.';
grant execute on function public.save_note(uuid, text) to authenticated;

create function public.list_notes(p_course_name text, p_offset integer, p_limit integer)
returns table (
  id uuid, record_id bigint, video_id text, course_id text, course_name text, institution text, lecture_id text,
  lecture_name text, at_seconds integer, until_seconds integer, body text, created_at double precision
)
language sql stable set search_path = ''
as $$
  -- created_at in milliseconds since 1970, because the embedded API and PostgREST format timestamps differently.
  select n.id, l.id, n.video_id, c.course_id, coalesce(l."Course Name", n.course_name), c.institution,
    -- The lecture's address, as in course_page.
    case
      when l."Lecture Number" is null then 'lecture-' || l.id
      when exists (
        select from public.lectures b
        where b."Course Name" = l."Course Name" and b."Lecture Number" = l."Lecture Number" and b.id < l.id
      ) then l."Lecture Number" || '-' || l.id
      else l."Lecture Number"::text
    end,
    coalesce(l."lecture name", n.lecture_name), n.at_seconds, n.until_seconds, n.body,
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
    and (p_course_name is null or coalesce(l."Course Name", n.course_name) = p_course_name)
  order by lower(coalesce(l."Course Name", n.course_name)), coalesce(l."Course Name", n.course_name),
    l."Lecture Number", l.id, n.lecture_name, n.at_seconds, n.created_at, n.id
  offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000)
$$;
comment on function public.list_notes(text, integer, integer) is
  'The notes of the account of this request, in a course or (null) in all, in the order of courses, lectures and moments. '
  'Each comes with its lecture: the one it was taken in or, if that is gone, the one of its course with its video, or none.';
grant execute on function public.list_notes(text, integer, integer) to authenticated;

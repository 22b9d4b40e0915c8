-- One row a course and one a subject, derived from lecture rows by triggers, so that no page
-- groups the lectures table. Nobody writes these tables but the triggers.

create table public.course_summaries (
  course_name text primary key,
  sort_name text not null generated always as (lower(course_name)) stored,
  -- What stands in /course/{course_id}: the slug, or the name, or either with a number where
  -- another course took it first.
  course_id text not null unique,
  subject text,
  instructor text,
  institution text,
  description text,
  image text,
  youtube text,
  lecture_count integer not null check (lecture_count > 0),
  view_rate double precision
);
comment on table public.course_summaries is 'Derived: one row a course, kept up to date from lecture rows.';
create index course_summaries_home on public.course_summaries
  (subject, view_rate desc nulls last, lecture_count desc, sort_name, course_name);
create index course_summaries_subject on public.course_summaries
  (subject, view_rate desc nulls last, sort_name, course_name);
create index course_summaries_all on public.course_summaries
  (view_rate desc nulls last, sort_name, course_name);
create index course_summaries_neighbours on public.course_summaries
  (subject, sort_name, course_name);

create table public.subject_summaries (
  subject text primary key,
  course_count integer not null check (course_count > 0),
  lecture_count integer not null check (lecture_count > 0)
);
comment on table public.subject_summaries is 'Derived: one row a subject, kept up to date from course summaries.';

alter table public.course_summaries enable row level security;
create policy course_summaries_select_visitor on public.course_summaries
  for select to anon using (true);
create policy course_summaries_select_user on public.course_summaries
  for select to authenticated using (true);
alter table public.subject_summaries enable row level security;
create policy subject_summaries_select_visitor on public.subject_summaries
  for select to anon using (true);
create policy subject_summaries_select_user on public.subject_summaries
  for select to authenticated using (true);
grant select on public.course_summaries, public.subject_summaries to anon, authenticated, service_role;

-- Two writers of one course would each count without the other's rows: one at a time.
create function private.lock_catalogue() returns void
language sql volatile set search_path = ''
as $$ select pg_catalog.pg_advisory_xact_lock(7236517001) $$;
revoke execute on function private.lock_catalogue() from public;
grant execute on function private.lock_catalogue() to service_role;

create function private.free_course_id(p_course_name text, p_slug text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  stem text := coalesce(p_slug, p_course_name);
  candidate text := stem;
  suffix integer := 1;
begin
  loop
    -- A segment of dots would be taken for a folder step by every URL parser.
    if candidate !~ '^\.{1,2}$' and not exists (
      select 1 from public.course_summaries c
      where c.course_id = candidate and c.course_name <> p_course_name
    ) then
      return candidate;
    end if;
    if suffix = 1 and candidate <> p_course_name then
      candidate := p_course_name;
    else
      suffix := suffix + 1;
      candidate := stem || '-' || suffix;
    end if;
  end loop;
end
$$;
revoke execute on function private.free_course_id(text, text) from public;

create function private.refresh_subject_summaries(p_subjects text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.subject_summaries s
  where s.subject = any (p_subjects)
    and not exists (select 1 from public.course_summaries c where c.subject = s.subject);
  insert into public.subject_summaries as s (subject, course_count, lecture_count)
  select c.subject, count(*), sum(c.lecture_count)
  from public.course_summaries c
  where c.subject = any (p_subjects)
  group by c.subject
  on conflict (subject) do update
    set course_count = excluded.course_count, lecture_count = excluded.lecture_count
    where (s.course_count, s.lecture_count) <> (excluded.course_count, excluded.lecture_count);
end
$$;
revoke execute on function private.refresh_subject_summaries(text[]) from public;

-- A course's facts are those of its first lecture (by number, then by row) that has them.
create function private.refresh_course_summaries(p_course_names text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  touched_subjects text[];
  course record;
begin
  perform private.lock_catalogue();
  select array_agg(distinct c.subject) into touched_subjects
  from public.course_summaries c where c.course_name = any (p_course_names);

  delete from public.course_summaries c
  where c.course_name = any (p_course_names)
    and not exists (select 1 from public.lectures l where l."Course Name" = c.course_name);

  for course in
    select
      l."Course Name" as course_name,
      (array_agg(l."SEO:Slug" order by l."Lecture Number", l.id)
        filter (where l."SEO:Slug" is not null))[1] as slug,
      (array_agg(l."Subject" order by l."Lecture Number", l.id)
        filter (where l."Subject" is not null))[1] as subject,
      (array_agg(l."Instructor" order by l."Lecture Number", l.id)
        filter (where l."Instructor" is not null))[1] as instructor,
      (array_agg(l."Insitution" order by l."Lecture Number", l.id)
        filter (where l."Insitution" is not null))[1] as institution,
      (array_agg(l."Course Description" order by l."Lecture Number", l.id)
        filter (where l."Course Description" is not null))[1] as description,
      (array_agg(l."Image" order by l."Lecture Number", l.id)
        filter (where l."Image" is not null))[1] as image,
      (array_agg(l.youtube order by l."Lecture Number", l.id)
        filter (where l.youtube is not null))[1] as youtube,
      count(*)::integer as lecture_count,
      max(l."View Rate") as view_rate
    from public.lectures l
    where l."Course Name" = any (p_course_names)
    group by l."Course Name"
    order by min(l.id)
  loop
    touched_subjects := touched_subjects || course.subject;
    insert into public.course_summaries as c (
      course_name, course_id, subject, instructor, institution, description, image, youtube,
      lecture_count, view_rate
    ) values (
      course.course_name, private.free_course_id(course.course_name, course.slug), course.subject,
      course.instructor, course.institution, course.description, course.image, course.youtube,
      course.lecture_count, course.view_rate
    )
    on conflict (course_name) do update set
      course_id = excluded.course_id, subject = excluded.subject,
      instructor = excluded.instructor, institution = excluded.institution,
      description = excluded.description, image = excluded.image, youtube = excluded.youtube,
      lecture_count = excluded.lecture_count, view_rate = excluded.view_rate
    where (c.course_id, c.subject, c.instructor, c.institution, c.description, c.image, c.youtube,
        c.lecture_count, c.view_rate)
      is distinct from (excluded.course_id, excluded.subject, excluded.instructor,
        excluded.institution, excluded.description, excluded.image, excluded.youtube,
        excluded.lecture_count, excluded.view_rate);
  end loop;

  perform private.refresh_subject_summaries(touched_subjects);
end
$$;
revoke execute on function private.refresh_course_summaries(text[]) from public;

create function private.summarise_inserted_lectures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_course_summaries(array(select distinct n."Course Name" from new_rows n));
  return null;
end
$$;
create function private.summarise_updated_lectures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_course_summaries(array(
    select n."Course Name" from new_rows n union select o."Course Name" from old_rows o
  ));
  return null;
end
$$;
create function private.summarise_deleted_lectures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_course_summaries(array(select distinct o."Course Name" from old_rows o));
  return null;
end
$$;
create function private.clear_summaries() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.course_summaries;
  delete from public.subject_summaries;
  return null;
end
$$;
revoke execute on function private.summarise_inserted_lectures() from public;
revoke execute on function private.summarise_updated_lectures() from public;
revoke execute on function private.summarise_deleted_lectures() from public;
revoke execute on function private.clear_summaries() from public;

create trigger summarise_inserted after insert on public.lectures
  referencing new table as new_rows
  for each statement execute function private.summarise_inserted_lectures();
create trigger summarise_updated after update on public.lectures
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.summarise_updated_lectures();
create trigger summarise_deleted after delete on public.lectures
  referencing old table as old_rows
  for each statement execute function private.summarise_deleted_lectures();
create trigger clear_summaries after truncate on public.lectures
  for each statement execute function private.clear_summaries();

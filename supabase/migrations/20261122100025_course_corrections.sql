-- Corrections of courses and subjects by hand, made in each of their lectures.

-- A hash of the fields that lectures of a course usually share: a lecture with the same cells may come or go.
create function private.course_version(p_course text) returns text
language sql stable security definer set search_path = ''
as $$
  select pg_catalog.hashtextextended(string_agg(distinct c.cells, '' order by c.cells), 0)::text
  from (
    select row(l."Course Description", l."Subject", l."Instructor", l."Insitution", l."SEO:Slug", l."Image",
      l."Keywords")::text as cells
    from public.lectures l where l."Course Name" = p_course
  ) c
$$;

create function private.edit_course(p_course text, p_version text, p_cells jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  job constant uuid := private.begin_correction(format('Edited the course “%s”', p_course));
  ids constant bigint[] := array(select l.id from public.lectures l where l."Course Name" = p_course);
  addresses constant jsonb := private.course_addresses(array[p_course]);
begin
  if cardinality(ids) = 0 then
    return private.end_correction(job, 'gone');
  elsif private.course_version(p_course) is distinct from p_version then
    return private.end_correction(job, 'conflict');
  elsif p_cells ->> 'course_name' <> p_course
    and exists (select from public.lectures l where l."Course Name" = p_cells ->> 'course_name') then
    -- This takes a merge, whose preview shows what happens to lectures that both courses have.
    return private.end_correction(job, 'taken');
  end if;
  perform private.set_lecture_cells(job, ids, p_cells);
  perform private.follow_courses(job, addresses);
  return private.end_correction(job, 'unchanged');
end
$$;
grant execute on function private.edit_course(text, text, jsonb) to authenticated;

create function public.edit_course(p_course text, p_version text, p_cells text) returns jsonb
language sql volatile set search_path = ''
as $$ select private.edit_course(p_course, p_version, p_cells::jsonb) $$;
comment on function public.edit_course(text, text, text) is
  'Gives all lectures of a course these cells, also another course name that no course has, if what they share is still as its '
  'version says: { outcome, job }.';
grant execute on function public.edit_course(text, text, text) to authenticated;

create function private.course_pairs(p_from text, p_into text) returns table (from_id bigint, into_id bigint)
language sql stable security definer set search_path = ''
as $$
  select f.id, i.id
  from public.lectures f
  left join public.lectures i
    on i."Course Name" = p_into and i."lecture name" = f."lecture name" and i."Lecture Number" is not distinct from f."Lecture Number"
  where f."Course Name" = p_from
$$;

create function private.merge_preview(p_from text, p_into text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'moved', count(*) filter (where p.into_id is null),
    'joined', count(*) filter (where p.into_id is not null),
    'learners', (
      select count(distinct u.user_id) from public.user_progress u
      where u.record_id in (select q.from_id from private.course_pairs(p_from, p_into) q)
    ),
    'questions', (
      select count(*) from public.quiz_questions q
      where q.course_id = private.course_address(p_from) and not exists (
        select from public.quiz_questions o where o.course_id = private.course_address(p_into) and o.question = q.question
      )
    )
  )
  from private.course_pairs(p_from, p_into) p
  where (select private.can_edit())
$$;
grant execute on function private.merge_preview(text, text) to authenticated;

create function public.merge_preview(p_from text, p_into text) returns jsonb
language sql stable set search_path = ''
as $$ select private.merge_preview(p_from, p_into) $$;
comment on function public.merge_preview(text, text) is
  'What a merge would do: { moved, joined, learners, questions }, joined being lectures that both courses have, and questions '
  'those of the quiz that follow.';
grant execute on function public.merge_preview(text, text) to authenticated;

create function private.merge_courses(p_from text, p_into text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  job constant uuid := private.begin_correction(format('Merged “%s” into “%s”', p_from, p_into));
  addresses constant jsonb := private.course_addresses(array[p_from, p_into]);
  joined bigint[];
begin
  if p_from = p_into or not exists (select from public.lectures l where l."Course Name" = p_into) then
    return private.end_correction(job, 'gone');
  end if;
  -- If both courses have a lecture, learners' progress and notes are moved to the one that stays.
  joined := array(select p.from_id from private.course_pairs(p_from, p_into) p where p.into_id is not null);
  insert into public.user_progress as u (
    user_id, record_id, completed, last_watched_position, updated_at, duration, watched, position_at, auto_completed,
    completed_week
  )
  select o.user_id, p.into_id, o.completed, o.last_watched_position, o.updated_at, o.duration, o.watched, o.position_at,
    o.auto_completed, o.completed_week
  from private.course_pairs(p_from, p_into) p
  join public.user_progress o on o.record_id = p.from_id
  where p.into_id is not null
  on conflict (user_id, record_id) do update set
    completed = u.completed or excluded.completed,
    completed_week = coalesce(u.completed_week, excluded.completed_week), watched = u.watched + excluded.watched,
    last_watched_position = case
      when excluded.position_at > coalesce(u.position_at, '-infinity') then excluded.last_watched_position
      else u.last_watched_position
    end,
    position_at = greatest(u.position_at, excluded.position_at);
  update public.notes n set record_id = p.into_id
  from private.course_pairs(p_from, p_into) p where p.into_id is not null and n.record_id = p.from_id;
  perform private.remove_lectures(job, joined);
  perform private.set_lecture_cells(
    job, array(select l.id from public.lectures l where l."Course Name" = p_from),
    jsonb_build_object('course_name', p_into, 'seo_slug', private.course_slug(p_into))
  );
  insert into private.former_lecture_keys (course_name, lecture_name, lecture_number, lecture_id, job_id)
  select p_from, c.before ->> 'lecture name', (c.before ->> 'Lecture Number')::integer, l.id, job
  from private.lecture_changes c
  join public.lectures l on l."Course Name" = p_into and l."lecture name" = c.before ->> 'lecture name'
    and l."Lecture Number" is not distinct from (c.before ->> 'Lecture Number')::integer
  where c.job_id = job and c.op = 'd'
  on conflict on constraint former_lecture_keys_key do update set lecture_id = excluded.lecture_id, job_id = excluded.job_id;
  perform private.follow_courses(job, addresses, p_into);
  return private.end_correction(job, 'gone');
end
$$;
grant execute on function private.merge_courses(text, text) to authenticated;

create function public.merge_courses(p_from text, p_into text) returns jsonb
language sql volatile set search_path = ''
as $$ select private.merge_courses(p_from, p_into) $$;
comment on function public.merge_courses(text, text) is
  'Moves the lectures of a course to another one. Of a lecture that both have the other course''s stays, and learners'' rows '
  'and quiz questions follow: { outcome, job }.';
grant execute on function public.merge_courses(text, text) to authenticated;

create function private.rename_subject(p_from text, p_to text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  job constant uuid := private.begin_correction(format('Renamed the subject “%s” to “%s”', p_from, p_to));
begin
  perform private.set_lecture_cells(
    job, array(select l.id from public.lectures l where l."Subject" = p_from), jsonb_build_object('subject', p_to)
  );
  return private.end_correction(job, 'gone');
end
$$;
grant execute on function private.rename_subject(text, text) to authenticated;

create function public.rename_subject(p_from text, p_to text) returns jsonb
language sql volatile set search_path = ''
as $$ select private.rename_subject(p_from, p_to) $$;
comment on function public.rename_subject(text, text) is 'Renames a subject in every lecture: { outcome, job }.';
grant execute on function public.rename_subject(text, text) to authenticated;

-- What the console shows before something is corrected.

create function private.admin_course(p_course text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with fields as materialized (
    select d.key, count(distinct d.value) as contents, (array_agg(d.value))[1] as value
    from public.lectures o cross join lateral jsonb_each(private.lecture_json(o)) d
    where o."Course Name" = p_course
      and d.key in ('course_description', 'subject', 'instructor', 'institution', 'seo_slug', 'image', 'keywords')
    group by d.key
  )
  select jsonb_build_object(
    'course_id', (select c.course_id from public.course_summaries c where c.course_name = p_course),
    'version', private.course_version(p_course),
    -- Null for a field in which lectures differ.
    'cells', (select jsonb_object_agg(f.key, case when f.contents = 1 then f.value end) from fields f),
    'mixed', (select coalesce(jsonb_agg(f.key), '[]') from fields f where f.contents > 1),
    'lectures', jsonb_agg(jsonb_build_object(
      'id', l.id, 'number', l."Lecture Number", 'name', l."lecture name", 'has_video', l.youtube is not null,
      'is_hidden', l.is_hidden
    ) order by l."Lecture Number", l.id)
  )
  from public.lectures l
  where l."Course Name" = p_course and (select private.can_view_console())
  having count(*) > 0
$$;
grant execute on function private.admin_course(text) to authenticated;

create function public.admin_course(p_course text) returns jsonb
language sql stable set search_path = ''
as $$ select private.admin_course(p_course) $$;
comment on function public.admin_course(text) is
  'A course to be edited: { course_id, version, cells, mixed, lectures }; null where there is none. Mixed fields differ from lecture to lecture.';
grant execute on function public.admin_course(text) to authenticated;

create function private.admin_courses(p_query text, p_offset integer, p_limit integer)
returns table (total bigint, course_name text, course_id text, lecture_count integer, subject text, institution text)
language sql stable security definer set search_path = ''
as $$
  with found as materialized (
    select c.* from public.course_summaries c
    where p_query = '' or strpos(c.sort_name, lower(btrim(p_query))) > 0
  )
  select t.total, p.course_name, p.course_id, p.lecture_count, p.subject, p.institution
  from (select count(*) as total from found) t
  left join (
    select * from found f order by f.sort_name, f.course_name
    offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000)
  ) p on true
  where (select private.can_view_console())
  order by p.sort_name, p.course_name
$$;
grant execute on function private.admin_courses(text, integer, integer) to authenticated;

create function public.admin_courses(p_query text, p_offset integer, p_limit integer)
returns table (total bigint, course_name text, course_id text, lecture_count integer, subject text, institution text)
language sql stable set search_path = ''
as $$ select * from private.admin_courses(p_query, p_offset, p_limit) $$;
comment on function public.admin_courses(text, integer, integer) is
  'A page of the courses whose names contain a text, by name. A page without courses has one row with the total alone.';
grant execute on function public.admin_courses(text, integer, integer) to authenticated;

create function private.admin_similar_courses()
returns table (key text, course_names text[])
language sql stable security definer set search_path = ''
as $$
  select lower(regexp_replace(btrim(c.course_name), '[\s_-]+', ' ', 'g')),
    array_agg(c.course_name order by c.lecture_count desc, c.course_name)
  from public.course_summaries c
  where (select private.can_view_console())
  group by 1 having count(*) > 1
  order by 1 limit 50
$$;
grant execute on function private.admin_similar_courses() to authenticated;

create function public.admin_similar_courses() returns table (key text, course_names text[])
language sql stable set search_path = ''
as $$ select * from private.admin_similar_courses() $$;
comment on function public.admin_similar_courses() is
  'Courses whose names differ by case, spaces and hyphens alone, the one with the most lectures first: 50 groups at most.';
grant execute on function public.admin_similar_courses() to authenticated;

create function private.admin_subjects(p_query text, p_offset integer, p_limit integer)
returns table (total bigint, subject text, course_count integer, lecture_count integer)
language sql stable security definer set search_path = ''
as $$
  with found as materialized (
    select s.* from public.subject_summaries s where p_query = '' or strpos(lower(s.subject), lower(btrim(p_query))) > 0
  )
  select t.total, p.subject, p.course_count, p.lecture_count
  from (select count(*) as total from found) t
  left join (
    select * from found f order by lower(f.subject), f.subject
    offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000)
  ) p on true
  where (select private.can_view_console())
  order by lower(p.subject), p.subject
$$;
grant execute on function private.admin_subjects(text, integer, integer) to authenticated;

create function public.admin_subjects(p_query text, p_offset integer, p_limit integer)
returns table (total bigint, subject text, course_count integer, lecture_count integer)
language sql stable set search_path = ''
as $$ select * from private.admin_subjects(p_query, p_offset, p_limit) $$;
comment on function public.admin_subjects(text, integer, integer) is
  'A page of the subjects whose names contain a text, by name. A page without subjects has one row with the total alone.';
grant execute on function public.admin_subjects(text, integer, integer) to authenticated;

create function private.admin_similar_subjects()
returns table (key text, subjects text[])
language sql stable security definer set search_path = ''
as $$
  select lower(regexp_replace(btrim(s.subject), '[\s_-]+', ' ', 'g')),
    array_agg(s.subject order by s.lecture_count desc, s.subject)
  from public.subject_summaries s
  where (select private.can_view_console())
  group by 1 having count(*) > 1
  order by 1 limit 50
$$;
grant execute on function private.admin_similar_subjects() to authenticated;

create function public.admin_similar_subjects() returns table (key text, subjects text[])
language sql stable set search_path = ''
as $$ select * from private.admin_similar_subjects() $$;
comment on function public.admin_similar_subjects() is
  'Subjects whose names differ by case, spaces and hyphens alone, the one with the most lectures first: 50 groups at most.';
grant execute on function public.admin_similar_subjects() to authenticated;

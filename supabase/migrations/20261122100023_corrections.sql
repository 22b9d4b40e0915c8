-- Corrections by hand: of lectures, courses and subjects. Each is a job that is completed at once, so that it is logged, and
-- taken back, as an import is. What was edited by hand is not undone by the next import.

insert into private.audit_events (event, kind) values ('catalogue corrected', 'Lectures');

-- Security definer, these and all below: no account may write jobs and their changes.

create function private.begin_correction(p_title text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  job uuid;
begin
  if not private.can_edit() then
    raise exception 'not for this account' using errcode = '42501';
  end if;
  perform private.lock_catalogue();
  insert into public.import_jobs (mode, user_id, file_name, status, started_at)
  values ('edit', (select auth.uid()), left(p_title, 255), 'processing', clock_timestamp())
  returning id into job;
  return job;
end
$$;

create function private.end_correction(p_job uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  changed record;
begin
  select count(*) filter (where c.op = 'i') as inserted, count(*) filter (where c.op = 'u') as updated,
    count(*) filter (where c.op = 'd') as removed, count(*) as total
  into changed from private.lecture_changes c where c.job_id = p_job;
  -- What changed nothing leaves no trace.
  if changed.total = 0 then
    delete from public.import_jobs j where j.id = p_job;
    return null;
  end if;
  update public.import_jobs j set
    status = 'completed', total_rows = changed.total, processed_rows = changed.total, inserted_rows = changed.inserted,
    updated_rows = changed.updated, removed_rows = changed.removed, change_count = changed.total,
    updated_at = clock_timestamp()
  where j.id = p_job;
  return p_job;
end
$$;

create function private.set_lecture_cells(p_job uuid, p_ids bigint[], p_cells jsonb) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  columns constant jsonb := private.lecture_columns(p_cells);
  changed integer;
begin
  with wanted as materialized (
    select l.id, l as old, jsonb_populate_record(l, columns) as new
    from public.lectures l where l.id = any (p_ids)
  ), updated as (
    update public.lectures l set
      "Course Name" = (w.new)."Course Name", "Course Description" = (w.new)."Course Description",
      "Subject" = (w.new)."Subject", "Instructor" = (w.new)."Instructor", "Insitution" = (w.new)."Insitution",
      "SEO:Slug" = (w.new)."SEO:Slug", "Image" = (w.new)."Image", "Lecture Number" = (w.new)."Lecture Number",
      "lecture name" = (w.new)."lecture name", youtube = (w.new).youtube, "Keywords" = (w.new)."Keywords",
      "View Rate" = (w.new)."View Rate", "Views" = (w.new)."Views"
    from wanted w
    where l.id = w.id and private.lecture_digest(w.new) <> private.lecture_digest(w.old)
    returning l.id, private.lecture_digest(l) as digest
  ), noted as (
    insert into private.lecture_changes (job_id, seq, lecture_id, op, before, after_digest)
    select p_job, b.last + row_number() over (order by u.id), u.id, 'u', to_jsonb(w.old), u.digest
    from updated u join wanted w on w.id = u.id
    cross join (select coalesce(max(c.seq), 0) as last from private.lecture_changes c where c.job_id = p_job) b
    returning 1
  ), marked as (
    insert into private.lecture_edits (lecture_id, field, job_id)
    select u.id, k.field, p_job
    from updated u join wanted w on w.id = u.id
    cross join lateral jsonb_object_keys(columns) as k (field)
    where to_jsonb(w.old) -> k.field is distinct from to_jsonb(w.new) -> k.field
    on conflict do nothing
  ), renamed as (
    insert into private.former_lecture_keys (course_name, lecture_name, lecture_number, lecture_id, job_id)
    select (w.old)."Course Name", (w.old)."lecture name", (w.old)."Lecture Number", u.id, p_job
    from updated u join wanted w on w.id = u.id
    where ((w.old)."Course Name", (w.old)."lecture name", (w.old)."Lecture Number")
      is distinct from ((w.new)."Course Name", (w.new)."lecture name", (w.new)."Lecture Number")
    on conflict on constraint former_lecture_keys_key do update set lecture_id = excluded.lecture_id, job_id = excluded.job_id
  )
  select count(*) into changed from noted;
  return changed;
end
$$;

create function private.remove_lectures(p_job uuid, p_ids bigint[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  removed integer;
begin
  perform 1 from public.lectures l where l.id = any (p_ids) order by l.id for update;
  insert into private.removed_progress (job_id, user_id, record_id, progress)
  select p_job, p.user_id, p.record_id, to_jsonb(p) from public.user_progress p where p.record_id = any (p_ids);
  with gone as (
    delete from public.lectures l where l.id = any (p_ids) returning l.*
  ), noted as (
    insert into private.lecture_changes (job_id, seq, lecture_id, op, before)
    select p_job, b.last + row_number() over (order by g.id), g.id, 'd', to_jsonb(g)
    from gone g
    cross join (select coalesce(max(c.seq), 0) as last from private.lecture_changes c where c.job_id = p_job) b
    returning 1
  )
  select count(*) into removed from noted;
  return removed;
end
$$;

-- What came of a correction: `changed` with its job, `unchanged`, or why it could not be: `gone`, `conflict` (changed by
-- another meanwhile), `taken` (there is a lecture of that name and number in the course).

create function private.edit_lecture(p_id bigint, p_version text, p_cells jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  lecture public.lectures;
  job uuid;
begin
  job := private.begin_correction('Edited a lecture');
  select l.* into lecture from public.lectures l where l.id = p_id;
  if not found then
    perform private.end_correction(job);
    return '{"outcome": "gone"}';
  elsif private.lecture_digest(lecture)::text <> p_version then
    perform private.end_correction(job);
    return '{"outcome": "conflict"}';
  end if;
  update public.import_jobs j set file_name = left(format('Edited “%s”', lecture."lecture name"), 255) where j.id = job;
  perform private.set_lecture_cells(job, array[p_id], p_cells);
  job := private.end_correction(job);
  return jsonb_build_object('outcome', case when job is null then 'unchanged' else 'changed' end, 'job', job);
exception when unique_violation then
  return '{"outcome": "taken"}';
end
$$;

create function private.add_lecture(p_cells jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  job uuid;
  lecture public.lectures;
begin
  job := private.begin_correction(format('Added “%s”', p_cells ->> 'lecture_name'));
  select b.* into lecture from jsonb_populate_record(null::public.lectures, private.lecture_columns(p_cells)) b;
  insert into public.lectures as l (
    "Course Name", "Course Description", "Subject", "Instructor", "Insitution", "SEO:Slug", "Image", "Lecture Number",
    "lecture name", youtube, "Keywords", "View Rate", "Views"
  ) values (
    lecture."Course Name", lecture."Course Description", lecture."Subject", lecture."Instructor", lecture."Insitution",
    lecture."SEO:Slug", lecture."Image", lecture."Lecture Number", lecture."lecture name", lecture.youtube,
    lecture."Keywords", lecture."View Rate", lecture."Views"
  ) returning l.* into lecture;
  insert into private.lecture_changes (job_id, seq, lecture_id, op, after_digest)
  values (job, 1, lecture.id, 'i', private.lecture_digest(lecture));
  job := private.end_correction(job);
  return jsonb_build_object('outcome', 'changed', 'job', job, 'id', lecture.id);
exception when unique_violation then
  return '{"outcome": "taken"}';
end
$$;

create function private.delete_lectures(p_ids bigint[]) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  job uuid;
  title text;
begin
  select case count(*) when 1 then format('Deleted “%s”', min(l."lecture name")) else format('Deleted %s lectures', count(*)) end
  into title from public.lectures l where l.id = any (p_ids);
  job := private.begin_correction(title);
  perform private.remove_lectures(job, p_ids);
  job := private.end_correction(job);
  return jsonb_build_object('outcome', case when job is null then 'gone' else 'changed' end, 'job', job);
end
$$;

-- The address of a course is that of its first lecture with a slug, so lectures that come into a course take over its own.
create function private.course_slug(p_course text) returns text
language sql stable security definer set search_path = ''
as $$
  select l."SEO:Slug" from public.lectures l
  where l."Course Name" = p_course and l."SEO:Slug" is not null
  order by l."Lecture Number", l.id limit 1
$$;

create function private.move_lectures(p_ids bigint[], p_course text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  job uuid;
  ids bigint[];
begin
  job := private.begin_correction('Moved lectures');
  ids := array(select l.id from public.lectures l where l.id = any (p_ids) and l."Course Name" <> p_course);
  if cardinality(ids) = 0 or not exists (select from public.lectures l where l."Course Name" = p_course) then
    perform private.end_correction(job);
    return '{"outcome": "gone"}';
  end if;
  update public.import_jobs j set file_name = (
    select left(case count(*)
      when 1 then format('Moved “%s” to “%s”', min(l."lecture name"), p_course)
      else format('Moved %s lectures to “%s”', count(*), p_course)
    end, 255)
    from public.lectures l where l.id = any (ids)
  ) where j.id = job;
  perform private.set_lecture_cells(
    job, ids, jsonb_build_object('course_name', p_course, 'seo_slug', private.course_slug(p_course))
  );
  job := private.end_correction(job);
  return jsonb_build_object('outcome', 'changed', 'job', job);
exception when unique_violation then
  return '{"outcome": "taken"}';
end
$$;

-- What lectures of a course share, as a rule. A lecture that comes or goes is no change of it.
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
  job uuid;
  ids bigint[];
begin
  job := private.begin_correction(format('Edited the course “%s”', p_course));
  ids := array(select l.id from public.lectures l where l."Course Name" = p_course);
  if cardinality(ids) = 0 then
    perform private.end_correction(job);
    return '{"outcome": "gone"}';
  elsif private.course_version(p_course) is distinct from p_version then
    perform private.end_correction(job);
    return '{"outcome": "conflict"}';
  elsif p_cells ->> 'course_name' <> p_course
    and exists (select from public.lectures l where l."Course Name" = p_cells ->> 'course_name') then
    -- That is for a merge, whose preview says what becomes of lectures that both have.
    perform private.end_correction(job);
    return '{"outcome": "taken"}';
  end if;
  perform private.set_lecture_cells(job, ids, p_cells);
  job := private.end_correction(job);
  return jsonb_build_object('outcome', case when job is null then 'unchanged' else 'changed' end, 'job', job);
end
$$;

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
    )
  )
  from private.course_pairs(p_from, p_into) p
  where (select private.can_edit())
$$;

create function private.merge_courses(p_from text, p_into text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  job uuid;
  joined bigint[];
begin
  job := private.begin_correction(format('Merged “%s” into “%s”', p_from, p_into));
  if p_from = p_into or not exists (select from public.lectures l where l."Course Name" = p_into) then
    perform private.end_correction(job);
    return '{"outcome": "gone"}';
  end if;
  -- A lecture that both have: what learners have there goes to the one that stays.
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
  job := private.end_correction(job);
  return jsonb_build_object('outcome', case when job is null then 'gone' else 'changed' end, 'job', job);
end
$$;

create function private.rename_subject(p_from text, p_to text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  job uuid;
begin
  job := private.begin_correction(format('Renamed the subject “%s” to “%s”', p_from, p_to));
  perform private.set_lecture_cells(
    job, array(select l.id from public.lectures l where l."Subject" = p_from), jsonb_build_object('subject', p_to)
  );
  job := private.end_correction(job);
  return jsonb_build_object('outcome', case when job is null then 'gone' else 'changed' end, 'job', job);
end
$$;

-- What the console shows before something is corrected.

create function private.admin_lecture(p_id bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'cells', private.lecture_json(l),
    'version', private.lecture_digest(l)::text,
    'is_hidden', l.is_hidden,
    'course_id', (select c.course_id from public.course_summaries c where c.course_name = l."Course Name"),
    'learners', (select count(*) from public.user_progress p where p.record_id = l.id),
    'edited', (
      select coalesce(jsonb_agg(distinct e.field), '[]') from private.lecture_edits e where e.lecture_id = l.id
    )
  )
  from public.lectures l
  where l.id = p_id and (select private.can_view_console())
$$;

create function private.admin_course(p_course text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'course_id', (select c.course_id from public.course_summaries c where c.course_name = p_course),
    'version', private.course_version(p_course),
    -- Null for a field in which lectures differ.
    'cells', (
      select jsonb_object_agg(f.key, f.value)
      from (
        select d.key, case when count(distinct d.value) = 1 then (array_agg(d.value))[1] end as value
        from public.lectures o cross join lateral jsonb_each(private.lecture_json(o)) d
        where o."Course Name" = p_course
          and d.key in ('course_description', 'subject', 'instructor', 'institution', 'seo_slug', 'image', 'keywords')
        group by d.key
      ) f
    ),
    'mixed', (
      select coalesce(jsonb_agg(f.key), '[]')
      from (
        select d.key
        from public.lectures o cross join lateral jsonb_each(private.lecture_json(o)) d
        where o."Course Name" = p_course
          and d.key in ('course_description', 'subject', 'instructor', 'institution', 'seo_slug', 'image', 'keywords')
        group by d.key having count(distinct d.value) > 1
      ) f
    ),
    'lectures', jsonb_agg(jsonb_build_object(
      'id', l.id, 'number', l."Lecture Number", 'name', l."lecture name", 'has_video', l.youtube is not null,
      'is_hidden', l.is_hidden
    ) order by l."Lecture Number", l.id)
  )
  from public.lectures l
  where l."Course Name" = p_course and (select private.can_view_console())
  having count(*) > 0
$$;

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

create function private.recent_corrections() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'job', to_jsonb(j), 'person', coalesce(p.display_name, case when private.is_admin() then u.email end),
    'is_undone', exists (select from public.import_jobs o where o.undo_of = j.id)
  ) order by j.created_at desc, j.id), '[]')
  from (
    select * from public.import_jobs e where e.mode = 'edit' order by e.created_at desc, e.id limit 20
  ) j
  left join auth.users u on u.id = j.user_id
  left join public.profiles p on p.user_id = j.user_id
  where (select private.can_view_console())
$$;

create function private.admin_find_lectures(p_text text)
returns table (id bigint, course_name text, lecture_name text, subject text, instructor text, views bigint)
language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select l.id, l."Course Name", l."lecture name", l."Subject", l."Instructor", l."Views"
  from private.search_lectures s
  join public.lectures l on l.id = s.id
  where (select private.can_view_console()) and char_length(btrim(p_text)) >= 3
    and s.text like '%' || private.normalize_text(btrim(p_text)) || '%'
    -- The text holds keywords as well.
    and strpos(lower(l."lecture name"), lower(btrim(p_text))) > 0
  limit 50
$$;

do $$
declare
  helper regprocedure;
begin
  foreach helper in array array[
    'private.edit_lecture(bigint, text, jsonb)', 'private.add_lecture(jsonb)', 'private.delete_lectures(bigint[])',
    'private.edit_course(text, text, jsonb)', 'private.merge_preview(text, text)', 'private.merge_courses(text, text)',
    'private.rename_subject(text, text)', 'private.admin_lecture(bigint)', 'private.admin_course(text)',
    'private.admin_courses(text, integer, integer)', 'private.admin_similar_courses()', 'private.move_lectures(bigint[], text)',
    'private.admin_subjects(text, integer, integer)', 'private.admin_similar_subjects()', 'private.recent_corrections()',
    'private.admin_find_lectures(text)'
  ]::regprocedure[] loop
    execute format('grant execute on function %s to authenticated', helper);
  end loop;
end
$$;

create function public.edit_lecture(p_id bigint, p_version text, p_cells text) returns jsonb
language sql volatile set search_path = ''
as $$ select private.edit_lecture(p_id, p_version, p_cells::jsonb) $$;
comment on function public.edit_lecture(bigint, text, text) is
  'Changes cells of a lecture, if it is still as its version says: { outcome, job }. Cells are a JSON text by the fields'' names.';

create function public.add_lecture(p_cells text) returns jsonb
language sql volatile set search_path = ''
as $$ select private.add_lecture(p_cells::jsonb) $$;
comment on function public.add_lecture(text) is 'Adds a lecture: { outcome, job, id }.';

create function public.delete_lectures(p_ids bigint[]) returns jsonb
language sql volatile set search_path = ''
as $$ select private.delete_lectures(p_ids) $$;
comment on function public.delete_lectures(bigint[]) is
  'Deletes lectures, with what learners have there; an undo brings both back: { outcome, job }.';

create function public.edit_course(p_course text, p_version text, p_cells text) returns jsonb
language sql volatile set search_path = ''
as $$ select private.edit_course(p_course, p_version, p_cells::jsonb) $$;
comment on function public.edit_course(text, text, text) is
  'Gives all lectures of a course these cells, also another course name that no course has, if what they share is still as its '
  'version says: { outcome, job }.';

create function public.merge_preview(p_from text, p_into text) returns jsonb
language sql stable set search_path = ''
as $$ select private.merge_preview(p_from, p_into) $$;
comment on function public.merge_preview(text, text) is
  'What a merge would do: { moved, joined, learners }, joined being lectures that both courses have.';

create function public.merge_courses(p_from text, p_into text) returns jsonb
language sql volatile set search_path = ''
as $$ select private.merge_courses(p_from, p_into) $$;
comment on function public.merge_courses(text, text) is
  'Moves the lectures of a course to another one. Of a lecture that both have the other course''s stays, and learners'' rows '
  'follow: { outcome, job }.';

create function public.rename_subject(p_from text, p_to text) returns jsonb
language sql volatile set search_path = ''
as $$ select private.rename_subject(p_from, p_to) $$;
comment on function public.rename_subject(text, text) is 'Renames a subject in every lecture: { outcome, job }.';

create function public.admin_lecture(p_id bigint) returns jsonb
language sql stable set search_path = ''
as $$ select private.admin_lecture(p_id) $$;
comment on function public.admin_lecture(bigint) is
  'A lecture to be edited: { cells, version, is_hidden, course_id, learners, edited }; null where there is none.';

create function public.admin_course(p_course text) returns jsonb
language sql stable set search_path = ''
as $$ select private.admin_course(p_course) $$;
comment on function public.admin_course(text) is
  'A course to be edited: { course_id, version, cells, mixed, lectures }; null where there is none. Mixed fields differ from lecture to lecture.';

create function public.admin_courses(p_query text, p_offset integer, p_limit integer)
returns table (total bigint, course_name text, course_id text, lecture_count integer, subject text, institution text)
language sql stable set search_path = ''
as $$ select * from private.admin_courses(p_query, p_offset, p_limit) $$;
comment on function public.admin_courses(text, integer, integer) is
  'A page of the courses whose names contain a text, by name. A page without courses has one row with the total alone.';

create function public.admin_similar_courses() returns table (key text, course_names text[])
language sql stable set search_path = ''
as $$ select * from private.admin_similar_courses() $$;
comment on function public.admin_similar_courses() is
  'Courses whose names differ by case, spaces and hyphens alone, the one with the most lectures first: 50 groups at most.';

create function public.move_lectures(p_ids bigint[], p_course text) returns jsonb
language sql volatile set search_path = ''
as $$ select private.move_lectures(p_ids, p_course) $$;
comment on function public.move_lectures(bigint[], text) is 'Moves lectures to another course that there is: { outcome, job }.';

create function public.admin_subjects(p_query text, p_offset integer, p_limit integer)
returns table (total bigint, subject text, course_count integer, lecture_count integer)
language sql stable set search_path = ''
as $$ select * from private.admin_subjects(p_query, p_offset, p_limit) $$;
comment on function public.admin_subjects(text, integer, integer) is
  'A page of the subjects whose names contain a text, by name. A page without subjects has one row with the total alone.';

create function public.admin_similar_subjects() returns table (key text, subjects text[])
language sql stable set search_path = ''
as $$ select * from private.admin_similar_subjects() $$;
comment on function public.admin_similar_subjects() is
  'Subjects whose names differ by case, spaces and hyphens alone, the one with the most lectures first: 50 groups at most.';

create function public.recent_corrections() returns jsonb
language sql stable set search_path = ''
as $$ select private.recent_corrections() $$;
comment on function public.recent_corrections() is
  'The last 20 corrections, the newest first, with who made them and whether they were taken back: [{ job, person, is_undone }].';

create function public.admin_find_lectures(p_text text)
returns table (id bigint, course_name text, lecture_name text, subject text, instructor text, views bigint)
language sql stable set search_path = ''
as $$ select * from private.admin_find_lectures(p_text) $$;
comment on function public.admin_find_lectures(text) is
  'Lectures whose names contain a text of three characters at least, in any case: 50 at most.';

grant execute on function public.admin_find_lectures(text), public.edit_lecture(bigint, text, text),
  public.add_lecture(text), public.delete_lectures(bigint[]),
  public.edit_course(text, text, text), public.merge_preview(text, text), public.merge_courses(text, text),
  public.rename_subject(text, text), public.admin_lecture(bigint), public.admin_course(text),
  public.admin_courses(text, integer, integer), public.admin_similar_courses(), public.move_lectures(bigint[], text),
  public.admin_subjects(text, integer, integer), public.admin_similar_subjects(), public.recent_corrections()
  to authenticated;

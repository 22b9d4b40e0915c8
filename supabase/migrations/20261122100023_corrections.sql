-- Corrections of single lectures by hand; those of courses and subjects build on them. Each is a job that completes
-- at once, so that it is logged, and can be undone, like an import. The next import keeps edited cells by default.

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

-- The outcome of a correction: `changed` with its job, which can be undone, or the reason why nothing was changed:
-- `unchanged`, `gone`, `conflict` (changed by someone else in the meantime) or `taken` (the course has a lecture of
-- that name and number, or another course has that name).
create function private.end_correction(p_job uuid, p_otherwise text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  changed record;
begin
  select count(*) filter (where c.op = 'i') as inserted, count(*) filter (where c.op = 'u') as updated,
    count(*) filter (where c.op = 'd') as removed, count(*) as total
  into changed from private.lecture_changes c where c.job_id = p_job;
  -- A correction without changes leaves no job.
  if changed.total = 0 then
    delete from public.import_jobs j where j.id = p_job;
    return jsonb_build_object('outcome', p_otherwise, 'job', null);
  end if;
  update public.import_jobs j set
    status = 'completed', total_rows = changed.total, processed_rows = changed.total, inserted_rows = changed.inserted,
    updated_rows = changed.updated, removed_rows = changed.removed, change_count = changed.total,
    updated_at = clock_timestamp()
  where j.id = p_job;
  return jsonb_build_object('outcome', 'changed', 'job', p_job);
end
$$;

-- For example `Edited “Limits”` or `Moved 3 lectures`.
create function private.correction_title(p_done text, p_ids bigint[]) returns text
language sql stable set search_path = ''
as $$
  select case count(*)
    when 1 then format('%s “%s”', p_done, min(l."lecture name"))
    else format('%s %s lectures', p_done, count(*))
  end
  from public.lectures l where l.id = any (p_ids)
$$;

create function private.courses_of(p_ids bigint[]) returns text[]
language sql stable security definer set search_path = ''
as $$ select array(select distinct l."Course Name" from public.lectures l where l.id = any (p_ids)) $$;

create function private.set_lecture_cells(p_job uuid, p_ids bigint[], p_cells jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  columns constant jsonb := private.lecture_columns(p_cells);
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
  insert into private.lecture_changes (job_id, seq, lecture_id, op, before, after_digest)
  select p_job, b.last + row_number() over (order by u.id), u.id, 'u', to_jsonb(w.old), u.digest
  from updated u join wanted w on w.id = u.id
  cross join (select coalesce(max(c.seq), 0) as last from private.lecture_changes c where c.job_id = p_job) b;
end
$$;

create function private.remove_lectures(p_job uuid, p_ids bigint[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform 1 from public.lectures l where l.id = any (p_ids) order by l.id for update;
  insert into private.removed_progress (job_id, user_id, record_id, progress)
  select p_job, p.user_id, p.record_id, to_jsonb(p) from public.user_progress p where p.record_id = any (p_ids);
  with gone as (
    delete from public.lectures l where l.id = any (p_ids) returning l.*
  )
  insert into private.lecture_changes (job_id, seq, lecture_id, op, before)
  select p_job, b.last + row_number() over (order by g.id), g.id, 'd', to_jsonb(g)
  from gone g
  cross join (select coalesce(max(c.seq), 0) as last from private.lecture_changes c where c.job_id = p_job) b;
end
$$;

create function private.edit_lecture(p_id bigint, p_version text, p_cells jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  job uuid;
  version text;
  addresses jsonb;
begin
  job := private.begin_correction(private.correction_title('Edited', array[p_id]));
  select private.lecture_digest(l)::text into version from public.lectures l where l.id = p_id;
  if version is null then
    return private.end_correction(job, 'gone');
  elsif version <> p_version then
    return private.end_correction(job, 'conflict');
  end if;
  addresses := private.course_addresses(private.courses_of(array[p_id]) || (p_cells ->> 'course_name'));
  perform private.set_lecture_cells(job, array[p_id], p_cells);
  perform private.follow_courses(job, addresses);
  return private.end_correction(job, 'unchanged');
exception when unique_violation then
  return '{"outcome": "taken"}';
end
$$;
grant execute on function private.edit_lecture(bigint, text, jsonb) to authenticated;

create function public.edit_lecture(p_id bigint, p_version text, p_cells text) returns jsonb
language sql volatile set search_path = ''
as $$ select private.edit_lecture(p_id, p_version, p_cells::jsonb) $$;
comment on function public.edit_lecture(bigint, text, text) is
  'Changes cells of a lecture, if it is still as its version says: { outcome, job }. Cells are a JSON text by the fields'' names.';
grant execute on function public.edit_lecture(bigint, text, text) to authenticated;

create function private.add_lecture(p_cells jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  job uuid;
  lecture public.lectures;
  addresses jsonb;
begin
  job := private.begin_correction(format('Added “%s”', p_cells ->> 'lecture_name'));
  select b.* into lecture from jsonb_populate_record(null::public.lectures, private.lecture_columns(p_cells)) b;
  addresses := private.course_addresses(array[lecture."Course Name"]);
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
  perform private.follow_courses(job, addresses);
  return private.end_correction(job, 'unchanged') || jsonb_build_object('id', lecture.id);
exception when unique_violation then
  return '{"outcome": "taken"}';
end
$$;
grant execute on function private.add_lecture(jsonb) to authenticated;

create function public.add_lecture(p_cells text) returns jsonb
language sql volatile set search_path = ''
as $$ select private.add_lecture(p_cells::jsonb) $$;
comment on function public.add_lecture(text) is 'Adds a lecture: { outcome, job, id }.';
grant execute on function public.add_lecture(text) to authenticated;

create function private.delete_lectures(p_ids bigint[]) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  job constant uuid := private.begin_correction(private.correction_title('Deleted', p_ids));
  addresses constant jsonb := private.course_addresses(private.courses_of(p_ids));
begin
  perform private.remove_lectures(job, p_ids);
  perform private.follow_courses(job, addresses);
  return private.end_correction(job, 'gone');
end
$$;
grant execute on function private.delete_lectures(bigint[]) to authenticated;

create function public.delete_lectures(p_ids bigint[]) returns jsonb
language sql volatile set search_path = ''
as $$ select private.delete_lectures(p_ids) $$;
comment on function public.delete_lectures(bigint[]) is
  'Deletes lectures, with what learners have there; an undo brings both back: { outcome, job }.';
grant execute on function public.delete_lectures(bigint[]) to authenticated;

-- A course has the address of its first lecture with a slug, so lectures moved to a course get that course's slug.
create function private.course_slug(p_course text) returns text
language sql stable security definer set search_path = ''
as $$
  select l."SEO:Slug" from public.lectures l
  where l."Course Name" = p_course and l."SEO:Slug" is not null
  order by l."Lecture Number", l.id limit 1
$$;

create function private.course_address(p_course text) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select c.course_id from public.course_summaries c where c.course_name = p_course),
    (
      select private.free_course_id(p_course, private.course_slug(p_course))
      where exists (select from public.lectures l where l."Course Name" = p_course)
    )
  )
$$;
comment on function private.course_address(text) is
  'The address of a course, or the one that it would have where all of its lectures are hidden; null where there is no such course.';

create function private.move_lectures(p_ids bigint[], p_course text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ids constant bigint[] := array(
    select l.id from public.lectures l where l.id = any (p_ids) and l."Course Name" <> p_course
  );
  job uuid;
  addresses jsonb;
begin
  job := private.begin_correction(format('%s to “%s”', private.correction_title('Moved', ids), p_course));
  if exists (select from public.lectures l where l."Course Name" = p_course) then
    addresses := private.course_addresses(private.courses_of(ids) || p_course);
    perform private.set_lecture_cells(
      job, ids, jsonb_build_object('course_name', p_course, 'seo_slug', private.course_slug(p_course))
    );
    perform private.follow_courses(job, addresses);
  end if;
  return private.end_correction(job, 'gone');
exception when unique_violation then
  return '{"outcome": "taken"}';
end
$$;
grant execute on function private.move_lectures(bigint[], text) to authenticated;

create function public.move_lectures(p_ids bigint[], p_course text) returns jsonb
language sql volatile set search_path = ''
as $$ select private.move_lectures(p_ids, p_course) $$;
comment on function public.move_lectures(bigint[], text) is 'Moves lectures to another course that there is: { outcome, job }.';
grant execute on function public.move_lectures(bigint[], text) to authenticated;

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
grant execute on function private.admin_lecture(bigint) to authenticated;

create function public.admin_lecture(p_id bigint) returns jsonb
language sql stable set search_path = ''
as $$ select private.admin_lecture(p_id) $$;
comment on function public.admin_lecture(bigint) is
  'A lecture to be edited: { cells, version, is_hidden, course_id, learners, edited }; null where there is none.';
grant execute on function public.admin_lecture(bigint) to authenticated;

create function private.admin_find_lectures(p_text text)
returns table (id bigint, course_name text, lecture_name text, subject text, instructor text, views bigint)
language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select l.id, l."Course Name", l."lecture name", l."Subject", l."Instructor", l."Views"
  from private.search_lectures s
  join public.lectures l on l.id = s.id
  where (select private.can_view_console()) and char_length(btrim(p_text)) >= 3
    and s.text like '%' || private.normalize_text(btrim(p_text)) || '%'
    -- The indexed text contains keywords as well.
    and strpos(lower(l."lecture name"), lower(btrim(p_text))) > 0
  limit 50
$$;
grant execute on function private.admin_find_lectures(text) to authenticated;

create function public.admin_find_lectures(p_text text)
returns table (id bigint, course_name text, lecture_name text, subject text, instructor text, views bigint)
language sql stable set search_path = ''
as $$ select * from private.admin_find_lectures(p_text) $$;
comment on function public.admin_find_lectures(text) is
  'Lectures whose names contain a text of three characters at least, in any case: 50 at most.';
grant execute on function public.admin_find_lectures(text) to authenticated;

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
grant execute on function private.recent_corrections() to authenticated;

create function public.recent_corrections() returns jsonb
language sql stable set search_path = ''
as $$ select private.recent_corrections() $$;
comment on function public.recent_corrections() is
  'The last 20 corrections, the newest first, with who made them and whether they were taken back: [{ job, person, is_undone }].';
grant execute on function public.recent_corrections() to authenticated;

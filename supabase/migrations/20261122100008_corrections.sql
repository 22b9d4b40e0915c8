-- Corrections of the catalogue by hand, the addresses that they change, and how they and imports are undone.

-- ## Lectures
--
-- Corrections of single lectures by hand; those of courses and subjects build on them. Each is a job that completes
-- at once, so that it is logged, and can be undone, like an import. The next import keeps edited cells by default.

insert into private.audit_events (event, kind) values
  ('catalogue corrected', 'Lectures'),
  ('correction undone', 'Lectures'),
  ('correction made again', 'Lectures');

-- The private functions that accounts may call are security definer: no account may write jobs and their changes. The public
-- ones set a statement_timeout, which PostgREST applies before the call: 30,000 lectures take longer than the 8 seconds that
-- accounts have.

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
-- `unchanged`, `gone`, `conflict` (changed by someone else in the meantime), `taken` (the course has a lecture of that
-- name and number, or another course has that name) or `slug_taken` (another course has that address).
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
grant execute on function private.courses_of(bigint[]) to service_role;

-- Sets cells of lectures, marks them as edited by hand, so that imports keep them, and notes what the job has changed.
create function private.set_lecture_cells(p_job uuid, p_ids bigint[], p_cells jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  columns constant jsonb := private.lecture_columns(p_cells);
begin
  with wanted as materialized (
    select l.id, l as old, jsonb_populate_record(l, columns) as new
    -- Locked, because a lecture that is deleted at the same time would be added again.
    from public.lectures l where l.id = any (p_ids) order by l.id for update
  ), updated as materialized (
    select u.* from private.write_lectures(array(
      select w.new from wanted w where private.lecture_digest(w.new) <> private.lecture_digest(w.old)
    )) u
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
    on conflict on constraint former_lecture_keys_key do update
      set lecture_id = excluded.lecture_id, merged_id = null, job_id = excluded.job_id
  )
  insert into private.lecture_changes (job_id, seq, lecture_id, op, before, after_digest)
  select p_job, b.last + row_number() over (order by u.id), u.id, 'u', to_jsonb(w.old), u.digest
  from updated u join wanted w on w.id = u.id
  cross join (select coalesce(max(c.seq), 0) as last from private.lecture_changes c where c.job_id = p_job) b;
end
$$;

-- Deletes lectures, and notes for the job's undo what was in them: rows, corrections, progress and notes.
create function private.remove_lectures(p_job uuid, p_ids bigint[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform 1 from public.lectures l where l.id = any (p_ids) order by l.id for update;
  insert into private.removed_progress (job_id, user_id, record_id, progress)
  select p_job, p.user_id, p.record_id, to_jsonb(p) from public.user_progress p where p.record_id = any (p_ids);
  insert into private.removed_notes (job_id, record_id, user_id, note_id)
  select p_job, n.record_id, n.user_id, n.id from public.notes n where n.record_id = any (p_ids);
  with gone as (
    delete from public.lectures l where l.id = any (p_ids) returning l.*
  )
  insert into private.lecture_changes (job_id, seq, lecture_id, op, before, corrections)
  select p_job, b.last + row_number() over (order by g.id), g.id, 'd', to_jsonb(g), private.corrections_of(g.id)
  from gone g
  cross join (select coalesce(max(c.seq), 0) as last from private.lecture_changes c where c.job_id = p_job) b;
end
$$;

-- Whether these cells differ from what is stored. If they do not, an earlier attempt has saved them, and its response was
-- lost.
create function private.would_change(p_ids bigint[], p_cells jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.lectures l
    where l.id = any (p_ids) and l is distinct from jsonb_populate_record(l, private.lecture_columns(p_cells))
  )
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
  elsif version <> p_version and private.would_change(array[p_id], p_cells) then
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
  lecture.id := nextval(pg_get_serial_sequence('public.lectures', 'id'));
  insert into private.lecture_changes (job_id, seq, lecture_id, op, after_digest)
  select job, 1, w.id, 'i', w.digest from private.write_lectures(array[lecture]) w;
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
language sql volatile set search_path = '' set statement_timeout = '45s'
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
  return jsonb_build_object('outcome', 'taken', 'name', (
    select l."lecture name" from public.lectures l
    join public.lectures o on o."Course Name" = p_course and o."lecture name" = l."lecture name"
      and o."Lecture Number" is not distinct from l."Lecture Number"
    where l.id = any (ids) order by l."Lecture Number", l.id limit 1
  ));
end
$$;
grant execute on function private.move_lectures(bigint[], text) to authenticated;

create function public.move_lectures(p_ids bigint[], p_course text) returns jsonb
language sql volatile set search_path = '' set statement_timeout = '45s'
as $$ select private.move_lectures(p_ids, p_course) $$;
comment on function public.move_lectures(bigint[], text) is
  'Moves lectures to another course that there is: { outcome, job }; or none of them, with the name of the first that it has already.';
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
    'is_undone', private.undo_depth(j.id) % 2 = 1
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

-- ## Courses and subjects
--
-- Corrections of courses and subjects by hand, made in each of their lectures.

-- The cells of a lecture that the lectures of its course usually share, by the names of their fields.
create function private.course_json(p_lecture public.lectures) returns jsonb
language sql stable set search_path = ''
as $$
  select private.lecture_json(p_lecture)
    - '{course_name,lecture_number,lecture_name,youtube,view_rate,views}'::text[]
$$;

-- These cells of a course's lectures. Value is null if lectures differ in it, and JSON's null if it is empty in all.
create function private.shared_cells(p_course text) returns table (field text, value jsonb, is_mixed boolean)
language sql stable security definer set search_path = ''
as $$
  select d.key, case when count(distinct d.value) = 1 then min(d.value::text)::jsonb end, count(distinct d.value) > 1
  from public.lectures l cross join lateral jsonb_each(private.course_json(l)) d
  where l."Course Name" = p_course
  group by d.key
$$;

-- A hash of what an editor is shown of these: a lecture may come or go, and cells that differ anyway may change.
create function private.course_version(p_course text) returns text
language sql stable security definer set search_path = ''
as $$
  select pg_catalog.hashtextextended(jsonb_agg(to_jsonb(c) order by c.field)::text, 0)::text
  from private.shared_cells(p_course) c
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
  elsif private.course_version(p_course) is distinct from p_version and private.would_change(ids, p_cells) then
    return private.end_correction(job, 'conflict');
  elsif p_cells ->> 'course_name' <> p_course
    and exists (select from public.lectures l where l."Course Name" = p_cells ->> 'course_name') then
    -- This takes a merge, whose preview shows what happens to lectures that both courses have.
    return private.end_correction(job, 'taken');
  elsif exists (
    select from public.course_summaries c where c.course_id = p_cells ->> 'seo_slug' and c.course_name <> p_course
  ) then
    return private.end_correction(job, 'slug_taken');
  end if;
  perform private.set_lecture_cells(job, ids, p_cells);
  perform private.follow_courses(job, addresses);
  return private.end_correction(job, 'unchanged');
end
$$;
grant execute on function private.edit_course(text, text, jsonb) to authenticated;

create function public.edit_course(p_course text, p_version text, p_cells text) returns jsonb
language sql volatile set search_path = '' set statement_timeout = '45s'
as $$ select private.edit_course(p_course, p_version, p_cells::jsonb) $$;
comment on function public.edit_course(text, text, text) is
  'Gives all lectures of a course these cells, also another course name that no course has, if what they share is still as its '
  'version says: { outcome, job }.';
grant execute on function public.edit_course(text, text, text) to authenticated;

-- The lectures of a course, each with the lecture of another course that has the same name and number, if there is one.
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
        and (select private.can_edit())
    ),
    'questions', (
      select count(*) from public.quiz_questions q
      where q.course_id = private.course_address(p_from) and not exists (
        select from public.quiz_questions o where o.course_id = private.course_address(p_into) and o.question = q.question
      ) and (select private.can_edit())
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

create function private.join_progress(p_job uuid, p_from text, p_into text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.removed_progress (job_id, user_id, record_id, progress)
  select p_job, u.user_id, u.record_id, to_jsonb(u)
  from private.course_pairs(p_from, p_into) p
  join public.user_progress u on u.record_id = p.into_id
  where exists (select from public.user_progress o where o.user_id = u.user_id and o.record_id = p.from_id);
  perform set_config('lectern.keeps_activity', 'on', true);
  insert into public.user_progress as u (
    user_id, record_id, completed, last_watched_position, updated_at, duration, watched, position_at, video_id,
    auto_completed, dismissed_at, completed_week
  )
  select o.user_id, i.id, o.completed, coalesce(w.last_watched_position, 0), o.updated_at, w.duration,
    coalesce(w.watched, '{}'), w.position_at, w.video_id, o.auto_completed, o.dismissed_at, o.completed_week
  from private.course_pairs(p_from, p_into) p
  join public.lectures i on i.id = p.into_id
  join public.user_progress o on o.record_id = p.from_id
  left join public.user_progress k on k.user_id = o.user_id and k.record_id = i.id
  -- What was seen is of a video. If a learner has seen two, the lecture's current one counts, or else the one that is kept.
  left join lateral (
    select o.* where k.video_id is null or o.video_id in (k.video_id, right(i.youtube, 11))
  ) w on true
  on conflict (user_id, record_id) do update set
    completed = u.completed or excluded.completed,
    completed_week = coalesce(u.completed_week, excluded.completed_week),
    watched = private.limit_pieces(
      case when u.video_id <> excluded.video_id then '{}' else u.watched end + excluded.watched
    ),
    last_watched_position = case
      when u.video_id <> excluded.video_id or excluded.position_at > coalesce(u.position_at, '-infinity')
        then excluded.last_watched_position
      else u.last_watched_position
    end,
    position_at = case
      when u.video_id <> excluded.video_id then excluded.position_at
      else greatest(u.position_at, excluded.position_at)
    end,
    duration = case
      when u.video_id <> excluded.video_id then excluded.duration
      else coalesce(u.duration, excluded.duration)
    end,
    video_id = coalesce(excluded.video_id, u.video_id),
    -- A tick that was taken back in either lecture does not come back by itself.
    auto_completed = u.auto_completed or excluded.auto_completed, updated_at = greatest(u.updated_at, excluded.updated_at);
  perform set_config('lectern.keeps_activity', '', true);
end
$$;
comment on function private.join_progress(uuid, text, text) is
  'Adds what learners have done in the lectures of a course to what they have done in those of another one that has them too.';

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
  -- If both courses have a lecture, learners' progress and notes are moved to the one that stays. The locks make what
  -- learners do meanwhile wait for the merge, or the merge for it.
  perform 1 from public.lectures l where l."Course Name" in (p_from, p_into) order by l.id for update;
  joined := array(select p.from_id from private.course_pairs(p_from, p_into) p where p.into_id is not null);
  perform 1 from public.user_progress u where u.record_id = any (joined) order by u.user_id, u.record_id for update;
  perform private.join_progress(job, p_from, p_into);
  insert into private.removed_notes (job_id, record_id, user_id, note_id)
  select job, n.record_id, n.user_id, n.id from public.notes n where n.record_id = any (joined);
  update public.notes n set record_id = p.into_id
  from private.course_pairs(p_from, p_into) p where p.into_id is not null and n.record_id = p.from_id;
  perform private.remove_lectures(job, joined);
  perform private.set_lecture_cells(
    job, array(select l.id from public.lectures l where l."Course Name" = p_from),
    jsonb_build_object('course_name', p_into, 'seo_slug', private.course_slug(p_into))
  );
  -- Files and addresses that name the lecture that is gone mean the one that stays, also by what it was called before.
  insert into private.former_lecture_keys (course_name, lecture_name, lecture_number, lecture_id, merged_id, job_id)
  select distinct on (k.course_name, k.lecture_name, k.lecture_number)
    k.course_name, k.lecture_name, k.lecture_number, l.id, k.merged_id, job
  from private.lecture_changes c
  cross join lateral jsonb_populate_record(null::public.lectures, c.before) b
  join public.lectures l on l."Course Name" = p_into and l."lecture name" = b."lecture name"
    and l."Lecture Number" is not distinct from b."Lecture Number"
  cross join lateral (
    select b."Course Name", b."lecture name", b."Lecture Number", c.lecture_id, 1
    union all
    select r.course_name, r.lecture_name, r.lecture_number, coalesce(r.merged_id, c.lecture_id), 2
    from jsonb_populate_recordset(null::private.former_lecture_keys, nullif(c.corrections -> 'keys', 'null')) r
  ) k (course_name, lecture_name, lecture_number, merged_id, place)
  where c.job_id = job and c.op = 'd'
  order by k.course_name, k.lecture_name, k.lecture_number, k.place
  on conflict on constraint former_lecture_keys_key do update
    set lecture_id = excluded.lecture_id, merged_id = excluded.merged_id, job_id = excluded.job_id;
  perform private.follow_courses(job, addresses, p_into);
  return private.end_correction(job, 'gone');
end
$$;
grant execute on function private.merge_courses(text, text) to authenticated;

create function public.merge_courses(p_from text, p_into text) returns jsonb
language sql volatile set search_path = '' set statement_timeout = '45s'
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
language sql volatile set search_path = '' set statement_timeout = '45s'
as $$ select private.rename_subject(p_from, p_to) $$;
comment on function public.rename_subject(text, text) is 'Renames a subject in every lecture: { outcome, job }.';
grant execute on function public.rename_subject(text, text) to authenticated;

-- What the console shows before something is corrected.

create function private.admin_course(p_course text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with shared as materialized (
    select * from private.shared_cells(p_course)
  )
  select jsonb_build_object(
    'course_id', (select c.course_id from public.course_summaries c where c.course_name = p_course),
    'version', private.course_version(p_course),
    'cells', (select jsonb_object_agg(s.field, s.value) from shared s),
    'mixed', (select coalesce(jsonb_agg(s.field) filter (where s.is_mixed), '[]') from shared s),
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
    where p_query = '' or strpos(lower(c.course_name), lower(btrim(p_query))) > 0
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
  'Courses whose names differ only by case, spaces, hyphens and underscores, the one with the most lectures first: 50 groups '
  'at most.';
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
  'Subjects whose names differ only by case, spaces, hyphens and underscores, the one with the most lectures first: 50 groups '
  'at most.';
grant execute on function public.admin_similar_subjects() to authenticated;

-- ## Moved courses
--
-- When a correction or an import changes the address of a course, former addresses lead to the present course, and its
-- quiz questions move along.

create table private.moved_courses (
  id bigint generated always as identity primary key,
  -- The former address of the course.
  course_id text not null,
  course_name text not null,
  -- The same as course_name if only the address has changed.
  into_name text not null,
  -- The correction, import or undo that moved the course, and the undo that reverted the move.
  job_id uuid not null references public.import_jobs (id) on delete cascade,
  undone_by uuid references public.import_jobs (id) on delete cascade
);
comment on table private.moved_courses is 'Which course each one went into that was merged, renamed or given another address.';
create index moved_courses_course_id on private.moved_courses (course_id);
create index moved_courses_course_name on private.moved_courses (course_name);
create index moved_courses_job on private.moved_courses (job_id);
create index moved_courses_undone_by on private.moved_courses (undone_by);
alter table private.moved_courses enable row level security;

create table private.moved_questions (
  job_id uuid not null references public.import_jobs (id) on delete cascade,
  question_id bigint not null,
  course_name text not null,
  -- The whole row, as it was in that course.
  question jsonb not null,
  -- Whether the other course had the same question, so that this one was deleted.
  is_twin boolean not null,
  primary key (job_id, question_id)
);
comment on table private.moved_questions is
  'Quiz questions that followed their course to another address, for as long as that can be taken back.';
alter table private.moved_questions enable row level security;
grant select, delete on private.moved_questions to service_role;

-- Security definer where they read or write tables: visitors may not read corrections, and accounts may not write questions.

create function private.course_addresses(p_courses text[]) returns jsonb
language sql stable security definer set search_path = ''
-- As private.compare_lectures.
set plan_cache_mode = force_custom_plan
as $$
  with recursive named as (
    -- Most courses of an import have a summary, or are new.
    select c.name, coalesce(s.course_id, (
      select private.course_address(c.name) where exists (select from public.lectures l where l."Course Name" = c.name)
    )) as address
    from (select distinct unnest(p_courses) as name) c
    left join public.course_summaries s on s.course_name = c.name
  ), affected as (
    select n.name, n.address from named n where n.address is not null
    union
    select w.course_name, w.course_id
    from affected a
    join public.course_summaries w on w.preferred_id = a.address and w.course_id <> w.preferred_id
  )
  select coalesce(jsonb_object_agg(a.name, a.address), '{}') from affected a
$$;
comment on function private.course_addresses(text[]) is
  'The addresses of those of these courses that there are, and of the courses that get one of them once it is free, by their '
  'names: what private.follow_courses is told.';
grant execute on function private.course_addresses(text[]) to service_role;

-- p_moves maps each former address to an array of the course's name there and the new address. Both kinds of questions
-- are removed before any is inserted, because courses may have swapped their addresses.
create function private.move_questions(p_job uuid, p_moves jsonb, p_undone uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Those that followed by the undone job. Edited since, they keep their contents; deleted since, they are not restored.
  returning_questions public.quiz_questions[];
  following public.quiz_questions[];
  before_return public.quiz_questions[];
begin
  returning_questions := array(
    select jsonb_populate_record(
      null::public.quiz_questions,
      m.question || coalesce(to_jsonb(q), '{}') || jsonb_build_object('course_id', a.address, 'place', m.question -> 'place')
    )
    from private.moved_questions m
    left join public.quiz_questions q on q.id = m.question_id
    cross join lateral private.course_address(m.course_name) as a (address)
    where m.job_id = p_undone and a.address is not null and (m.is_twin or q.id is not null)
  );
  before_return := array(
    select q from public.quiz_questions q where q.id in (select r.id from unnest(returning_questions) r)
  );
  following := array(
    select q from jsonb_object_keys(p_moves) as m (address) join public.quiz_questions q on q.course_id = m.address
    where q.id not in (select r.id from unnest(returning_questions) r)
  );
  -- Even statements that change no question would expire the pages.
  if cardinality(returning_questions) = 0 and cardinality(following) = 0 then
    return;
  end if;
  delete from public.quiz_questions q
  where q.id in (select r.id from unnest(returning_questions) r union all select f.id from unnest(following) f);

  insert into public.quiz_questions overriding system value
  select * from unnest(returning_questions)
  on conflict do nothing;
  -- Placed after the existing questions of the course.
  insert into public.quiz_questions (id, course_id, question, options, correct_answer, explanation, place)
  overriding system value
  select q.id, p_moves -> q.course_id ->> 1, q.question, q.options, q.correct_answer, q.explanation, q.place + b.last
  from unnest(following) q
  cross join lateral (
    select coalesce(max(o.place), 0) as last from public.quiz_questions o where o.course_id = p_moves -> q.course_id ->> 1
  ) b
  on conflict do nothing;
  -- Those whose course has the same question by now stay where they were.
  insert into public.quiz_questions overriding system value
  select * from unnest(before_return)
  on conflict do nothing;

  delete from private.moved_questions m
  where m.job_id = p_undone and private.course_address(m.course_name) is not null;
  insert into private.moved_questions (job_id, question_id, course_name, question, is_twin)
  select p_job, q.id, p_moves -> q.course_id ->> 0, to_jsonb(q),
    not exists (select from public.quiz_questions o where o.id = q.id)
  from unnest(following) q
  on conflict (job_id, question_id) do update set is_twin = excluded.is_twin;
end
$$;
comment on function private.move_questions(uuid, jsonb, uuid) is
  'Gives the questions at some addresses to other ones; of one that is there already the one there stays. Questions that followed '
  'their course by the job p_undone return to it first, where it stands now; none where it is not there.';

create function private.follow_courses(
  p_job uuid, p_before jsonb, p_into text default null, p_after integer default 0, p_undone uuid default null
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  present constant jsonb := private.course_addresses(array(select jsonb_object_keys(p_before)));
  moves jsonb;
begin
  with went as (
    select c.before ->> 'Course Name' as course_name, min(l."Course Name") as into_name
    from private.lecture_changes c join public.lectures l on l.id = c.lecture_id
    where c.job_id = p_job and c.seq > p_after and c.op = 'u'
    group by 1
  ), found as (
    select b.key as course_name, b.value as course_id,
      case
        when present ? b.key then b.key
        else coalesce(p_into, w.into_name, (
          -- For the undo of an undo, the move from before: a merge may have left no lecture that shows it.
          select m.into_name from private.moved_courses m join public.import_jobs j on j.undo_of = m.undone_by
          where j.id = p_job and m.course_name = b.key
          order by m.id desc limit 1
        ))
      end as into_name
    from jsonb_each_text(p_before) b left join went w on w.course_name = b.key
  ), noted as (
    insert into private.moved_courses as m (course_id, course_name, into_name, job_id)
    select f.course_id, f.course_name, f.into_name, p_job from found f
    where f.into_name <> f.course_name or present ->> f.course_name <> f.course_id
    returning m.course_id, m.course_name, private.course_address(m.into_name) as address
  )
  select jsonb_object_agg(n.course_id, jsonb_build_array(n.course_name, n.address)) into moves
  from noted n where n.address <> n.course_id;
  if moves is not null or p_undone is not null then
    perform private.move_questions(p_job, coalesce(moves, '{}'), p_undone);
  end if;
end
$$;
comment on function private.follow_courses(uuid, jsonb, text, integer, uuid) is
  'Notes which courses have another address than before a change of lectures, and gives them their questions there. A course that '
  'is gone went into p_into, or where its lectures went by the changes of the job behind p_after.';
grant execute on function private.follow_courses(uuid, jsonb, text, integer, uuid) to service_role;

create function private.undo_moves(p_job uuid, p_undone uuid, p_before jsonb, p_after integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.follow_courses(p_job, p_before, null, p_after, p_undone);
  update private.moved_courses m set undone_by = p_job
  where m.job_id = p_undone and m.undone_by is null and m.into_name <> m.course_name
    and exists (select from public.lectures l where l."Course Name" = m.course_name);
end
$$;
comment on function private.undo_moves(uuid, uuid, jsonb, integer) is
  'Has questions and former addresses follow what a batch of an undo has changed; the addresses before it are p_before, and its '
  'changes are behind p_after.';
grant execute on function private.undo_moves(uuid, uuid, jsonb, integer) to service_role;

create function private.moved_course(p_course_id text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  name text;
  address text;
begin
  select m.into_name into name from private.moved_courses m
  where (m.course_id = p_course_id or m.course_name = p_course_id) and m.undone_by is null
  order by m.id desc limit 1;
  -- Follows at most ten moves, so that a cycle ends.
  for step in 1 .. 10 loop
    exit when name is null;
    select c.course_id into address from public.course_summaries c where c.course_name = name;
    exit when address is not null;
    name := (
      select m.into_name from private.moved_courses m
      where m.course_name = name and m.into_name <> name and m.undone_by is null
      order by m.id desc limit 1
    );
  end loop;
  return address;
end
$$;
grant execute on function private.moved_course(text) to anon, authenticated, service_role;

create function public.moved_course(p_course_id text) returns text
language sql stable set search_path = ''
as $$ select private.moved_course(p_course_id) $$;
comment on function public.moved_course(text) is
  'Where a course is now that was merged, renamed or given another address, by the address or name that it had; null where it was '
  'not.';
grant execute on function public.moved_course(text) to anon, authenticated, service_role;

create function private.moved_lecture(p_course_id text, p_lecture_id text) returns table (course_id text, id bigint)
language sql stable security definer set search_path = ''
as $$
  with former as (
    select m.course_name from private.moved_courses m
    where (m.course_id = p_course_id or m.course_name = p_course_id) and m.undone_by is null
    order by m.id desc limit 1
  ), meant as (
    select c.id
    from (
      select l.id, l.id as former_id, l."Lecture Number" as number, 'infinity'::timestamptz as since
      from former f join public.lectures l on l."Course Name" = f.course_name
      union all
      select k.lecture_id, coalesce(k.merged_id, k.lecture_id), k.lecture_number, j.created_at
      from former f
      join private.former_lecture_keys k on k.course_name = f.course_name
      join public.import_jobs j on j.id = k.job_id
    ) c
    where p_lecture_id in (c.number::text, coalesce(c.number::text, 'lecture') || '-' || c.former_id)
    order by c.since desc, c.former_id limit 1
  )
  select c.course_id, l.id
  from meant m
  join public.lectures l on l.id = m.id and not l.is_hidden
  join public.course_summaries c on c.course_name = l."Course Name"
$$;
grant execute on function private.moved_lecture(text, text) to anon, authenticated, service_role;

create function public.moved_lecture(p_course_id text, p_lecture_id text) returns table (course_id text, id bigint)
language sql stable set search_path = ''
as $$ select * from private.moved_lecture(p_course_id, p_lecture_id) $$;
comment on function public.moved_lecture(text, text) is
  'Where a lecture is now, as its course''s address and its own id, by the two segments of the address that it had in a course '
  'that was merged, renamed or given another address; no row where that is not known.';
grant execute on function public.moved_lecture(text, text) to anon, authenticated, service_role;

-- ## Undo
--
-- Undoes the changes of an import or a correction. An undo is a job of the same queue, writes in batches under a lease, and is
-- recorded in lecture_changes itself, so that it can be undone too.

create function public.forget_old_changes(p_limit integer default 20000) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  forgotten integer;
  old_jobs uuid[];
begin
  -- Locked in a statement of its own: the next one sees an undo that has begun until then.
  old_jobs := array(
    select j.id from public.import_jobs j
    where j.id in (
      select o.id
      from (
        select h.id, row_number() over (partition by h.mode order by h.created_at desc, h.id) as nth, h.mode
        from public.import_jobs h where h.has_history and h.change_count > 0
      ) o
      where o.nth > case o.mode when 'edit' then 100 else 10 end
    ) and j.status in ('completed', 'failed')
    order by j.id for update
  );
  update public.import_jobs j set has_history = false
  where j.id = any (old_jobs)
    -- An undo that goes on, or may go on, needs what is left.
    and not exists (
      select from public.import_jobs u
      where u.undo_of = j.id and (u.status in ('pending', 'processing') or u.status = 'failed' and u.can_retry)
    );
  with old as materialized (
    select j.id from public.import_jobs j where not j.has_history
  ), changes as (
    delete from private.lecture_changes c
    where (c.job_id, c.seq) in (
      select o.job_id, o.seq from private.lecture_changes o join old on old.id = o.job_id limit p_limit
    )
    returning 1
  ), progress as (
    delete from private.removed_progress p
    where (p.job_id, p.record_id, p.user_id) in (
      select o.job_id, o.record_id, o.user_id from private.removed_progress o join old on old.id = o.job_id limit p_limit
    )
    returning 1
  ), notes as (
    delete from private.removed_notes n
    where (n.job_id, n.record_id, n.user_id, n.note_id) in (
      select o.job_id, o.record_id, o.user_id, o.note_id
      from private.removed_notes o join old on old.id = o.job_id limit p_limit
    )
    returning 1
  ), corrections as (
    delete from private.undone_corrections u using old where u.job_id = old.id
    returning 1
  ), questions as (
    delete from private.moved_questions q
    where (q.job_id, q.question_id) in (
      select o.job_id, o.question_id from private.moved_questions o join old on old.id = o.job_id limit p_limit
    )
    returning 1
  )
  select count(*) into forgotten
  from (
    select from changes union all select from progress union all select from notes union all select from corrections
    union all select from questions
  ) f;
  return forgotten;
end
$$;
comment on function public.forget_old_changes(integer) is
  'Forgets what jobs changed, but for the last ten imports, the last ten undos and the last hundred corrections, a slice at a '
  'time; returns how many entries went.';
grant execute on function public.forget_old_changes(integer) to service_role;

create function private.is_taken_back(p_undo public.import_jobs) returns boolean
language sql stable set search_path = ''
as $$
  select p_undo.status = 'failed' and exists (
    select from public.import_jobs a
    where a.undo_of = p_undo.id and a.status = 'completed' and a.change_count > 0 and a.rejected_rows = 0
  )
$$;
comment on function private.is_taken_back(public.import_jobs) is
  'Whether an undo that did not come to its end was undone as a whole: the job that it was to undo is then as before it.';

-- Security definer: no account may write jobs.
create function private.undo_import(p_job uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  undone public.import_jobs;
  undo uuid;
begin
  if not private.can_edit() then
    raise exception 'not for this account' using errcode = '42501';
  end if;
  select j.* into undone from public.import_jobs j
  where j.id = p_job and j.status in ('completed', 'failed') and j.mode in ('import', 'undo', 'edit')
    and j.has_history and j.change_count > 0
    -- What an undo had to leave as it was, another one may revert later.
    and not exists (
      select from public.import_jobs u
      where u.undo_of = p_job and not (u.status = 'completed' and u.rejected_rows > 0) and not private.is_taken_back(u)
    )
  for update;
  if found then
    insert into public.import_jobs (mode, undo_of, user_id, file_name, total_rows)
    values (
      'undo', p_job, (select auth.uid()),
      case undone.mode when 'undo' then left('undo of ' || undone.file_name, 255) else undone.file_name end,
      undone.change_count
    )
    on conflict (undo_of) where status in ('pending', 'processing') do nothing
    returning id into undo;
    -- A retry of the job would run concurrently with the undo.
    update public.import_jobs j set can_retry = false where j.id = p_job and undo is not null;
  end if;
  return undo;
end
$$;
grant execute on function private.undo_import(uuid) to authenticated;

create function public.undo_import(p_job uuid) returns uuid
language sql volatile set search_path = ''
as $$ select private.undo_import(p_job) $$;
comment on function public.undo_import(uuid) is
  'Adds the job that takes an import, or an undo, back, and returns its id. Null where that is not possible: the import '
  'is not at its end, has changed nothing, is too old, or is taken back already, with nothing left as it was.';
grant execute on function public.undo_import(uuid) to authenticated;

create function private.has_learners(p_lecture bigint) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.user_progress p where p.record_id = p_lecture)
    or exists (select from public.notes n where n.record_id = p_lecture)
$$;
comment on function private.has_learners(bigint) is 'Whether learners have progress or notes at a lecture.';
grant execute on function private.has_learners(bigint) to service_role;

create function private.restore_learning(p_job uuid, p_undone uuid, p_after integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Each lecture that is back, with the one that a merge had left in its place, or null.
  restored constant jsonb := (
    select jsonb_object_agg(l.id, f.lecture_id)
    from private.lecture_changes c
    join public.lectures l on l.id = c.lecture_id
    left join private.former_lecture_keys f on f.job_id = p_undone and f.course_name = l."Course Name"
      and f.lecture_name = l."lecture name" and f.lecture_number is not distinct from l."Lecture Number"
    where c.job_id = p_job and c.op = 'i' and c.seq > p_after
  );
  separated jsonb[];
begin
  if restored is null then
    return;
  end if;
  perform set_config('lectern.keeps_activity', 'on', true);
  -- A merge joined the progress in both lectures. It is separated again, unless the learner has gone on since.
  with joined as (
    delete from public.user_progress u
    using jsonb_each_text(restored) r
    join private.removed_progress p on p.job_id = p_undone and p.record_id = r.key::bigint
    left join private.removed_progress o
      on o.job_id = p_undone and o.record_id = r.value::bigint and o.user_id = p.user_id
    where u.user_id = p.user_id and u.record_id = r.value::bigint
      and u.updated_at = greatest((p.progress ->> 'updated_at')::timestamptz, (o.progress ->> 'updated_at')::timestamptz)
    returning o.progress
  )
  select array_agg(j.progress) into separated from joined j where j.progress is not null;
  insert into public.user_progress
  select n.*
  from (
    select p.progress from private.removed_progress p
    where p.job_id = p_undone and restored ? p.record_id::text
    union all
    select unnest(separated)
  ) p
  cross join lateral jsonb_populate_record(null::public.user_progress, p.progress) n
  on conflict (user_id, record_id) do nothing;
  perform set_config('lectern.keeps_activity', '', true);
  -- A note that was given to another lecture since stays there.
  update public.notes n set record_id = m.record_id
  from private.removed_notes m
  where m.job_id = p_undone and restored ? m.record_id::text and n.user_id = m.user_id and n.id = m.note_id
    and (n.record_id is null or n.record_id = (restored ->> m.record_id::text)::bigint);
end
$$;
comment on function private.restore_learning(uuid, uuid, integer) is
  'Gives learners back what they had in the lectures that the changes of an undo behind p_after have brought back.';
grant execute on function private.restore_learning(uuid, uuid, integer) to service_role;

create function private.pass_on_learning(p_undone uuid, p_twins jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform set_config('lectern.keeps_activity', 'on', true);
  -- Where a learner has begun the other lecture, what was seen of that one counts.
  with passed_on as (
    delete from private.removed_progress p where p.job_id = p_undone and p_twins ? p.record_id::text
    returning p.progress || jsonb_build_object('record_id', p_twins -> p.record_id::text) as progress
  )
  insert into public.user_progress as u
  select n.*
  from passed_on p cross join lateral jsonb_populate_record(null::public.user_progress, p.progress) n
  on conflict (user_id, record_id) do update set
    completed = u.completed or excluded.completed, completed_week = coalesce(u.completed_week, excluded.completed_week)
  where excluded.completed and not u.completed;
  perform set_config('lectern.keeps_activity', '', true);
  with passed_on as (
    delete from private.removed_notes m where m.job_id = p_undone and p_twins ? m.record_id::text
    returning m.*
  )
  update public.notes n set record_id = (p_twins ->> m.record_id::text)::bigint
  from passed_on m where n.user_id = m.user_id and n.id = m.note_id and n.record_id is null;
end
$$;
comment on function private.pass_on_learning(uuid, jsonb) is
  'Gives what learners had in lectures that were removed to the ones that have been added since with the same names. p_twins maps '
  'the ids of the removed lectures to those of the others.';
grant execute on function private.pass_on_learning(uuid, jsonb) to service_role;

create function private.restore_corrections(p_job uuid, p_undone uuid, p_after integer, p_removed jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  lectures constant bigint[] := array(
    select c.lecture_id from private.lecture_changes c where c.job_id = p_job and c.seq > p_after
  );
begin
  with edits as (
    -- Reverted cells no longer count as edited by hand.
    delete from private.lecture_edits e where e.job_id = p_undone and e.lecture_id = any (lectures)
    returning e.*
  ), keys as (
    -- Nor do files mean these lectures by the names that the undone job took from them, or by those of lectures that it
    -- merged into others, which are back.
    delete from private.former_lecture_keys k
    where k.job_id = p_undone and (k.lecture_id = any (lectures) or k.lecture_id in (
      select f.lecture_id from public.lectures l
      join private.former_lecture_keys f on f.course_name = l."Course Name" and f.lecture_name = l."lecture name"
        and f.lecture_number is not distinct from l."Lecture Number"
      where l.id = any (lectures) and f.job_id = p_undone
    ))
    returning k.*
  )
  insert into private.undone_corrections (job_id, edits, keys)
  select p_job, coalesce((select jsonb_agg(e) from edits e), '[]'), coalesce((select jsonb_agg(k) from keys k), '[]')
  where exists (select from edits) or exists (select from keys);
  insert into private.lecture_edits (lecture_id, field, job_id)
  select e.lecture_id, e.field, e.job_id
  from jsonb_array_elements(p_removed) r
  cross join lateral jsonb_populate_recordset(null::private.lecture_edits, nullif(r -> 'edits', 'null')) e
  join public.import_jobs j on j.id = e.job_id
  on conflict do nothing;
  insert into private.former_lecture_keys (course_name, lecture_name, lecture_number, lecture_id, merged_id, job_id)
  select k.course_name, k.lecture_name, k.lecture_number, k.lecture_id, k.merged_id, k.job_id
  from jsonb_array_elements(p_removed) r
  cross join lateral jsonb_populate_recordset(null::private.former_lecture_keys, nullif(r -> 'keys', 'null')) k
  join public.import_jobs j on j.id = k.job_id
  on conflict do nothing;
  -- What the undone job had deleted or replaced counts again.
  insert into private.lecture_edits (lecture_id, field, job_id)
  select e.lecture_id, e.field, p_job
  from private.undone_corrections u
  cross join lateral jsonb_populate_recordset(null::private.lecture_edits, u.edits) e
  join public.lectures l on l.id = e.lecture_id
  where u.job_id = p_undone and e.lecture_id = any (lectures)
  on conflict do nothing;
  insert into private.former_lecture_keys (course_name, lecture_name, lecture_number, lecture_id, merged_id, job_id)
  select k.course_name, k.lecture_name, k.lecture_number, k.lecture_id, k.merged_id, p_job
  from private.undone_corrections u
  cross join lateral jsonb_populate_recordset(null::private.former_lecture_keys, u.keys) k
  join public.lectures l on l.id = k.lecture_id
  where u.job_id = p_undone
  -- Where the undone job is an undo, it had given the name back to another lecture.
  on conflict on constraint former_lecture_keys_key do update
    set lecture_id = excluded.lecture_id, merged_id = excluded.merged_id, job_id = excluded.job_id
    where former_lecture_keys.job_id = p_undone;
end
$$;
comment on function private.restore_corrections(uuid, uuid, integer, jsonb) is
  'Has the lectures that an undo has changed behind p_after count as corrected as before the undone job; p_removed is an array of '
  'what private.corrections_of said of those that are back.';
grant execute on function private.restore_corrections(uuid, uuid, integer, jsonb) to service_role;

create function public.write_undo_batch(p_job uuid, p_worker uuid, p_position integer, p_limit integer default 1000)
returns table (inserted integer, updated integer, unchanged integer, removed integer, rejected integer)
language plpgsql volatile set search_path = ''
as $$
declare
  job public.import_jobs;
  newest integer;
  oldest integer;
  changes integer;
  restored jsonb;
  twins jsonb;
  kept text;
  addresses jsonb;
begin
  perform private.lock_catalogue();
  perform set_config('lectern.is_batch', 'on', true);
  job := private.hold_import_job(p_job, p_worker, p_position, 'undo');
  newest := job.total_rows - p_position;
  oldest := greatest(newest - least(p_limit, 1000) + 1, 1);
  -- A batch contains each lecture once: any earlier change of a lecture belongs to a later batch.
  select coalesce(max(c.seq) + 1, oldest) into oldest
  from (
    select c.seq, row_number() over (partition by c.lecture_id order by c.seq desc) as nth
    from private.lecture_changes c where c.job_id = job.undo_of and c.seq between oldest and newest
  ) c
  where c.nth > 1;

  -- Row locks: no progress or notes can be added to these lectures until this transaction ends.
  perform 1 from public.lectures l
  where l.id in (
    select c.lecture_id from private.lecture_changes c where c.job_id = job.undo_of and c.seq between oldest and newest
  )
  order by l.id for update;
  addresses := private.course_addresses(array(
    select l."Course Name" from public.lectures l
    where l.id in (
      select c.lecture_id from private.lecture_changes c where c.job_id = job.undo_of and c.seq between oldest and newest
    )
    union
    select c.before ->> 'Course Name'
    from private.lecture_changes c where c.job_id = job.undo_of and c.seq between oldest and newest
  ));

  -- Hidden lectures are restored as hidden, even if their video is no longer known, unless it was found to play.
  insert into private.video_health (video_id, state)
  select distinct right(c.before ->> 'youtube', 11), 'hidden'
  from private.lecture_changes c
  where c.job_id = job.undo_of and c.seq between oldest and newest and (c.before ->> 'is_hidden')::boolean
    and not exists (select from public.lectures l where right(l.youtube, 11) = right(c.before ->> 'youtube', 11))
  on conflict (video_id) do nothing;

  with reverted as materialized (
    select distinct r.lecture_id
    from public.import_jobs u join private.lecture_changes r on r.job_id = u.id
    where u.undo_of = job.undo_of and u.id <> p_job
      and r.lecture_id in (
        select c.lecture_id from private.lecture_changes c where c.job_id = job.undo_of and c.seq between oldest and newest
      )
      -- What was made again since is not reverted any more.
      and not exists (select from public.import_jobs a where a.undo_of = u.id and a.change_count > 0)
  ), judged as materialized (
    select c.seq, c.lecture_id, c.op, c.corrections, b as lecture, to_jsonb(l.row) as now,
      case when c.op = 'd' and l.id is null then t.id end as twin_id,
      case
        when c.op = 'd' and l.id is not null then 'done'
        when c.op = 'd' and t.id is not null then 'A lecture of the same name has been added since.'
        when c.op = 'd' then 'insert'
        when l.id is null and c.op = 'i' then 'done'
        when l.id is null then 'It has been removed since.'
        when private.lecture_digest(l.row) <> c.after_digest then
          case
            when c.lecture_id in (select r.lecture_id from reverted r) then 'done'
            else 'It has been changed since.'
          end
        when c.op = 'u' and t.id <> c.lecture_id then 'A lecture of the same name has been added since.'
        when c.op = 'u' then 'update'
        when private.has_learners(l.id) then 'Learners have progress or notes there.'
        else 'delete'
      end as verdict
    from private.lecture_changes c
    -- offset 0 keeps this an index lookup per row, however many lectures there are.
    left join lateral (
      select x as row, x.id from public.lectures x where x.id = c.lecture_id offset 0
    ) l on true
    cross join lateral jsonb_populate_record(null::public.lectures, c.before) b
    left join lateral (
      select x.id from public.lectures x
      where x."Course Name" = b."Course Name" and x."lecture name" = b."lecture name"
        and x."Lecture Number" is not distinct from b."Lecture Number"
      offset 0
    ) t on true
    where c.job_id = job.undo_of and c.seq between oldest and newest
  ), removed_now as (
    delete from public.lectures l using judged j
    where l.id = j.lecture_id and j.verdict = 'delete'
    returning l.id, null::bigint as digest
  ), written_now as materialized (
    select w.* from private.write_lectures(array(
      select j.lecture from judged j where j.verdict in ('insert', 'update') order by j.seq desc
    )) w
  ), noted as (
    insert into private.lecture_changes (job_id, seq, lecture_id, op, before, after_digest, corrections)
    select p_job, job.change_count + row_number() over (order by j.seq desc), j.lecture_id, left(j.verdict, 1), j.now,
      w.digest, case when j.verdict = 'delete' then private.corrections_of(j.lecture_id) end
    from judged j
    join (
      select * from removed_now union all select * from written_now
    ) w on w.id = j.lecture_id
    returning 1
  )
  select
    count(*) filter (where j.verdict = 'insert'),
    count(*) filter (where j.verdict = 'update'),
    count(*) filter (where j.verdict = 'done'),
    count(*) filter (where j.verdict = 'delete'),
    (select count(*) from noted),
    jsonb_agg(j.corrections) filter (where j.verdict = 'insert' and j.corrections is not null),
    jsonb_object_agg(j.lecture_id, j.twin_id) filter (where j.twin_id is not null),
    coalesce(jsonb_agg(jsonb_build_object(
      'row_number', j.seq, 'fault_number', 1,
      'value', left(concat_ws(' · ', coalesce(j.now, to_jsonb(j.lecture)) ->> 'Course Name',
        coalesce(j.now, to_jsonb(j.lecture)) ->> 'Lecture Number',
        coalesce(j.now, to_jsonb(j.lecture)) ->> 'lecture name'), 200),
      'reason', j.verdict
    )) filter (where j.verdict not in ('insert', 'update', 'done', 'delete')), '[]')::text
  into inserted, updated, unchanged, removed, changes, restored, twins, kept
  from judged j;

  perform private.restore_learning(p_job, job.undo_of, job.change_count);
  if twins is not null then
    perform private.pass_on_learning(job.undo_of, twins);
  end if;
  perform private.restore_corrections(p_job, job.undo_of, job.change_count, restored);
  perform private.undo_moves(p_job, job.undo_of, addresses, job.change_count);

  rejected := private.reject_rows(p_job, kept);
  perform private.advance_import_job(p_job, inserted, updated, unchanged, removed, rejected, changes);
  return next;
end
$$;
comment on function public.write_undo_batch(uuid, uuid, integer, integer) is
  'Takes back the next changes, the last one first, in one transaction with the job''s position: at most 1,000. What was '
  'changed since, and what learners have begun, stays and is listed among the rejections. Refused with 55006 where another '
  'worker has the job.';
grant execute on function public.write_undo_batch(uuid, uuid, integer, integer) to service_role;

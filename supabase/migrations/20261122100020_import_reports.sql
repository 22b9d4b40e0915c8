-- What the console shows of one import, check or undo.

-- Security definer: accounts may not read changes and e-mail addresses directly.
create function private.import_report(p_job uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  job public.import_jobs;
begin
  select j.* into job from public.import_jobs j where j.id = p_job and (select private.can_view_console());
  if not found then
    return null;
  end if;
  return jsonb_build_object(
    'job', to_jsonb(job),
    'person', (
      select coalesce(p.display_name, case when private.is_admin() then u.email end)
      from auth.users u left join public.profiles p on p.user_id = u.id where u.id = job.user_id
    ),
    'undo_of', (select to_jsonb(j) from public.import_jobs j where j.id = job.undo_of),
    'undo', (select to_jsonb(j) from public.import_jobs j where j.undo_of = p_job),
    'import', (
      select to_jsonb(j) from public.import_jobs j where j.check_id = p_job order by j.created_at desc limit 1
    ),
    'kept', (
      select count(*) from private.missing_lectures m where m.job_id = p_job and private.has_learners(m.lecture_id)
    ),
    'rejections', (
      select coalesce(jsonb_agg(to_jsonb(r) - 'job_id' order by r.row_number, r.fault_number), '[]')
      from (
        select * from public.import_rejections r where r.job_id = p_job order by r.row_number, r.fault_number limit 20
      ) r
    ),
    'differences', (
      select coalesce(jsonb_agg(to_jsonb(d) - 'job_id' order by d.nth), '[]')
      from public.import_differences d where d.job_id = p_job
    ),
    'courses', (
      select jsonb_build_object(
        'total', count(*),
        'first', coalesce(jsonb_agg(jsonb_build_object('name', c.course_name, 'course_id', s.course_id)
          order by lower(c.course_name), c.course_name) filter (where c.nth <= 24), '[]')
      )
      from (
        select d.course_name, row_number() over (order by lower(d.course_name), d.course_name) as nth
        from (
          select distinct l."Course Name" as course_name
          from private.lecture_changes x join public.lectures l on l.id = x.lecture_id
          where x.job_id = p_job
        ) d
      ) c
      left join public.course_summaries s on s.course_name = c.course_name
    )
  );
end
$$;
grant execute on function private.import_report(uuid) to authenticated;

create function public.import_report(p_job uuid) returns jsonb
language sql stable set search_path = ''
as $$ select private.import_report(p_job) $$;
comment on function public.import_report(uuid) is
  'All that the console shows of a job: { job, person, undo_of, undo, import, kept, rejections, differences, '
  'courses }, the first 20 faults and the first 24 courses with changes. Kept are missing lectures that an import would not '
  'remove. Null where there is no such job.';
grant execute on function public.import_report(uuid) to authenticated;

create function public.recent_checks() returns setof public.import_jobs
language sql stable rows 10 set search_path = ''
as $$
  select * from public.import_jobs j where j.mode = 'check' and (select private.can_view_console())
  order by j.created_at desc, j.id limit 10
$$;
comment on function public.recent_checks() is 'The last ten checks, the newest first.';
grant execute on function public.recent_checks() to authenticated;

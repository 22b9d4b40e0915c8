-- Lectures of a file's courses that are not in the file: the check finds them, the import removes them on request.

create table private.missing_lectures (
  -- The check.
  job_id uuid not null references public.import_jobs (id) on delete cascade,
  nth integer not null check (nth > 0),
  -- No foreign key, because lectures may be deleted.
  lecture_id bigint not null,
  -- The private.lecture_digest at the end of the check.
  digest bigint not null,
  primary key (job_id, nth)
);
comment on table private.missing_lectures is 'What a check found missing in its file, for as long as the file is kept.';
alter table private.missing_lectures enable row level security;
grant select, insert, delete on private.missing_lectures to service_role;

create function private.note_missing_lectures(p_job uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  missing integer;
begin
  delete from private.missing_lectures m
  using public.import_jobs j where j.id = m.job_id and j.created_at < now() - interval '8 days';
  insert into private.missing_lectures (job_id, nth, lecture_id, digest)
  select p_job, row_number() over (order by l."Course Name", l."Lecture Number", l.id), l.id, private.lecture_digest(l)
  from public.lectures l
  where l."Course Name" in (
      select unnest(b.course_names) from private.import_check_batches b where b.job_id = p_job
    )
    and not exists (
      select from (
        select unnest(b.lecture_ids) as id from private.import_check_batches b where b.job_id = p_job
      ) s where s.id = l.id
    );
  get diagnostics missing = row_count;
  insert into public.import_differences (job_id, kind, nth, before)
  select p_job, 'missing', m.nth, private.lecture_json(l)
  from private.missing_lectures m join public.lectures l on l.id = m.lecture_id
  where m.job_id = p_job and m.nth <= 200;
  update public.import_jobs j set missing_rows = missing where j.id = p_job;
end
$$;
comment on function private.note_missing_lectures(uuid) is
  'Notes at the end of a check which lectures its courses have and its file has not.';
grant execute on function private.note_missing_lectures(uuid) to service_role;

create function private.set_import_total(p_job uuid, p_rows integer) returns void
language sql volatile set search_path = ''
as $$
  update public.import_jobs j set total_rows = p_rows + coalesce(m.count, 0), missing_rows = m.count
  from public.import_jobs o
  left join lateral (
    select count(*)::integer as count from private.missing_lectures x where x.job_id = o.check_id and o.removes_missing
  ) m on o.removes_missing
  where o.id = p_job and j.id = o.id
$$;
comment on function private.set_import_total(uuid, integer) is
  'Notes how many rows the file of a job has, and how many lectures the job removes behind them.';
grant execute on function private.set_import_total(uuid, integer) to service_role;

create function public.remove_missing_batch(p_job uuid, p_worker uuid, p_position integer, p_limit integer default 1000)
returns table (unchanged integer, removed integer)
language plpgsql volatile set search_path = ''
as $$
declare
  job public.import_jobs;
  checked timestamptz;
  first integer;
  kept integer;
begin
  perform private.lock_catalogue();
  perform set_config('lectern.is_batch', 'on', true);
  job := private.hold_import_job(p_job, p_worker, p_position, 'import');
  first := p_position - (job.total_rows - job.missing_rows) + 1;
  if first < 1 then
    raise exception 'the file of import job % is not read to its end', p_job using errcode = '55000';
  end if;
  select j.created_at into checked from public.import_jobs j where j.id = job.check_id;
  select count(*) into kept from public.import_differences d where d.job_id = p_job and d.kind = 'kept';

  -- Row locks: no progress or notes can be added to these lectures until this transaction ends.
  perform 1 from public.lectures l
  where l.id in (
    select m.lecture_id from private.missing_lectures m
    where m.job_id = job.check_id and m.nth between first and first + least(p_limit, 1000) - 1
  )
  order by l.id for update;

  with judged as materialized (
    select m.nth, m.lecture_id, l.row as lecture,
      case
        when l.id is null then 'gone'
        -- A lecture that was changed or renamed since the check may match a row of the file by now.
        when private.lecture_digest(l.row) <> m.digest or exists (
          select from private.former_lecture_keys k join public.import_jobs e on e.id = k.job_id
          where k.lecture_id = m.lecture_id and e.created_at > checked
        ) then 'keep'
        when private.has_learners(m.lecture_id) then 'keep'
        else 'remove'
      end as verdict
    from private.missing_lectures m
    left join lateral (
      select x as row, x.id from public.lectures x where x.id = m.lecture_id offset 0
    ) l on true
    where m.job_id = job.check_id and m.nth between first and first + least(p_limit, 1000) - 1
  ), removed_now as (
    delete from public.lectures l using judged j
    where l.id = j.lecture_id and j.verdict = 'remove'
    returning l.id
  ), noted as (
    insert into private.lecture_changes (job_id, seq, lecture_id, op, before)
    select p_job, job.change_count + row_number() over (order by j.nth), j.lecture_id, 'd', to_jsonb(j.lecture)
    from judged j join removed_now r on r.id = j.lecture_id
  ), listed as (
    insert into public.import_differences (job_id, kind, nth, before)
    select p_job, 'kept', k.place, private.lecture_json(k.lecture)
    from (
      select j.lecture, kept + row_number() over (order by j.nth) as place from judged j where j.verdict = 'keep'
    ) k
    where k.place <= 200
  )
  select count(*) filter (where j.verdict <> 'remove'), count(*) filter (where j.verdict = 'remove')
  into unchanged, removed from judged j;
  perform private.advance_import_job(p_job, 0, 0, unchanged, removed, 0, removed);
  return next;
end
$$;
comment on function public.remove_missing_batch(uuid, uuid, integer, integer) is
  'Removes the next lectures that were missing in the checked file of an import, at most 1,000, once its rows are in. What has '
  'changed since the check, and what learners have begun, stays. Refused with 55006 where another worker has the job.';
grant execute on function public.remove_missing_batch(uuid, uuid, integer, integer) to service_role;

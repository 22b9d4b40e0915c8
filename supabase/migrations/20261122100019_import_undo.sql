-- Undoes the changes of an import. An undo is a job of the same queue, writes in batches under a lease, and is
-- recorded in lecture_changes itself, so that it can be undone too.

create function public.forget_old_changes(p_limit integer default 20000) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  forgotten integer;
begin
  update public.import_jobs j set has_history = false
  where j.id in (
    select o.id
    from (
      select h.id, row_number() over (partition by h.mode = 'edit' order by h.created_at desc, h.id) as nth, h.mode
      from public.import_jobs h where h.has_history and h.change_count > 0
    ) o
    where o.nth > case o.mode when 'edit' then 100 else 10 end
  ) and j.status in ('completed', 'failed');
  delete from private.lecture_changes c
  where (c.job_id, c.seq) in (
    select o.job_id, o.seq
    from public.import_jobs j
    join private.lecture_changes o on o.job_id = j.id
    where not j.has_history
    limit p_limit
  );
  get diagnostics forgotten = row_count;
  delete from private.removed_progress p using public.import_jobs j where j.id = p.job_id and not j.has_history;
  delete from private.moved_questions q using public.import_jobs j where j.id = q.job_id and not j.has_history;
  return forgotten;
end
$$;
comment on function public.forget_old_changes(integer) is
  'Forgets what jobs changed, but for the last ten imports and the last hundred corrections, a slice at a time; returns how '
  'many entries went.';
grant execute on function public.forget_old_changes(integer) to service_role;

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
  for update;
  if found then
    insert into public.import_jobs (mode, undo_of, user_id, file_name, total_rows)
    values (
      'undo', p_job, (select auth.uid()),
      case undone.mode when 'undo' then left('undo of ' || undone.file_name, 255) else undone.file_name end,
      undone.change_count
    )
    on conflict (undo_of) do nothing
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
  'is not at its end, has changed nothing, is too old, or is taken back already.';
grant execute on function public.undo_import(uuid) to authenticated;

create function private.has_learners(p_lecture bigint) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.user_progress p where p.record_id = p_lecture)
    or exists (select from public.notes n where n.record_id = p_lecture)
$$;
comment on function private.has_learners(bigint) is 'Whether learners have progress or notes at a lecture.';
grant execute on function private.has_learners(bigint) to service_role;

create function public.write_undo_batch(p_job uuid, p_worker uuid, p_position integer, p_limit integer default 1000)
returns table (inserted integer, updated integer, unchanged integer, removed integer, rejected integer)
language plpgsql volatile set search_path = ''
as $$
declare
  job public.import_jobs;
  newest integer;
  oldest integer;
  changes integer;
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

  with judged as materialized (
    select c.seq, c.lecture_id, c.op, b as lecture, to_jsonb(l.row) as now,
      case
        when c.op = 'd' and l.id is not null then 'done'
        when c.op = 'd' and t.id is not null then 'A lecture of the same name has been added since.'
        when c.op = 'd' then 'insert'
        when l.id is null and c.op = 'i' then 'done'
        when l.id is null then 'It has been removed since.'
        when private.lecture_digest(l.row) <> c.after_digest then 'It has been changed since.'
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
  ), updated_now as (
    update public.lectures l set
      "Course Name" = (j.lecture)."Course Name", "Course Description" = (j.lecture)."Course Description",
      "Subject" = (j.lecture)."Subject", "Instructor" = (j.lecture)."Instructor",
      "Insitution" = (j.lecture)."Insitution", "SEO:Slug" = (j.lecture)."SEO:Slug",
      "Image" = (j.lecture)."Image", "Lecture Number" = (j.lecture)."Lecture Number",
      "lecture name" = (j.lecture)."lecture name", youtube = (j.lecture).youtube,
      "Keywords" = (j.lecture)."Keywords", "View Rate" = (j.lecture)."View Rate", "Views" = (j.lecture)."Views"
    from judged j
    where l.id = j.lecture_id and j.verdict = 'update'
    returning l.id, private.lecture_digest(l) as digest
  ), inserted_now as (
    insert into public.lectures as l (
      id, "Course Name", "Course Description", "Subject", "Instructor", "Insitution", "SEO:Slug",
      "Image", "Lecture Number", "lecture name", youtube, "Keywords", "View Rate", "Views"
    )
    overriding system value
    select (j.lecture).id, (j.lecture)."Course Name", (j.lecture)."Course Description", (j.lecture)."Subject",
      (j.lecture)."Instructor", (j.lecture)."Insitution", (j.lecture)."SEO:Slug", (j.lecture)."Image",
      (j.lecture)."Lecture Number", (j.lecture)."lecture name", (j.lecture).youtube, (j.lecture)."Keywords",
      (j.lecture)."View Rate", (j.lecture)."Views"
    from judged j where j.verdict = 'insert'
    order by j.seq desc
    returning l.id, private.lecture_digest(l) as digest
  ), noted as (
    insert into private.lecture_changes (job_id, seq, lecture_id, op, before, after_digest)
    select p_job, job.change_count + row_number() over (order by j.seq desc), j.lecture_id, left(j.verdict, 1), j.now,
      w.digest
    from judged j
    join (
      select * from removed_now union all select * from updated_now union all select * from inserted_now
    ) w on w.id = j.lecture_id
    returning 1
  )
  select
    count(*) filter (where j.verdict = 'insert'),
    count(*) filter (where j.verdict = 'update'),
    count(*) filter (where j.verdict = 'done'),
    count(*) filter (where j.verdict = 'delete'),
    (select count(*) from noted),
    coalesce(jsonb_agg(jsonb_build_object(
      'row_number', j.seq, 'fault_number', 1,
      'value', left(concat_ws(' · ', coalesce(j.now, to_jsonb(j.lecture)) ->> 'Course Name',
        coalesce(j.now, to_jsonb(j.lecture)) ->> 'Lecture Number',
        coalesce(j.now, to_jsonb(j.lecture)) ->> 'lecture name'), 200),
      'reason', j.verdict
    )) filter (where j.verdict not in ('insert', 'update', 'done', 'delete')), '[]')::text
  into inserted, updated, unchanged, removed, changes, kept
  from judged j;

  -- Restores learners' progress in lectures that were deleted and are restored.
  insert into public.user_progress
  select r.*
  from private.removed_progress p
  join private.lecture_changes c on c.job_id = p_job and c.lecture_id = p.record_id and c.op = 'i'
  cross join lateral jsonb_populate_record(null::public.user_progress, p.progress) r
  where p.job_id = job.undo_of and c.seq > job.change_count
  on conflict (user_id, record_id) do nothing;
  -- Reverted cells no longer count as edited by hand.
  delete from private.lecture_edits e
  where e.job_id = job.undo_of and e.lecture_id in (
    select c.lecture_id from private.lecture_changes c where c.job_id = p_job and c.seq > job.change_count
  );
  delete from private.former_lecture_keys k
  where k.job_id = job.undo_of and k.lecture_id in (
    select c.lecture_id from private.lecture_changes c where c.job_id = p_job and c.seq > job.change_count
  );

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

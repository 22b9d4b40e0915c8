-- Spreadsheet imports: the job, what became of each rejected row, the bucket the files wait
-- in, and the one function that writes lecture rows in bulk.

create table public.import_jobs (
  id uuid primary key default gen_random_uuid(),
  -- Null: the installation itself, loading its preset files.
  user_id uuid references auth.users (id) on delete set null,
  -- As the administrator's computer calls it; file_path is its name in the bucket.
  file_name text check (char_length(file_name) between 1 and 255),
  file_path text not null check (char_length(file_path) between 1 and 1000),
  file_size bigint check (file_size >= 0),
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'completed', 'failed')),
  total_rows integer check (total_rows >= 0),
  processed_rows integer not null default 0 check (processed_rows >= 0),
  inserted_rows integer not null default 0 check (inserted_rows >= 0),
  updated_rows integer not null default 0 check (updated_rows >= 0),
  unchanged_rows integer not null default 0 check (unchanged_rows >= 0),
  rejected_rows integer not null default 0 check (rejected_rows >= 0),
  error_message text,
  -- The worker that holds the job, for as long as it renews its lease.
  lease_owner uuid,
  lease_until timestamptz,
  -- How often the job was taken up since a batch last went in.
  attempts integer not null default 0 check (attempts >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint import_jobs_every_row_counted
    check (inserted_rows + updated_rows + unchanged_rows + rejected_rows = processed_rows),
  constraint import_jobs_completed_whole
    check (status <> 'completed' or total_rows is not distinct from processed_rows)
);
comment on table public.import_jobs is 'One row an import of a CSV file.';
create index import_jobs_created_at on public.import_jobs (created_at desc, id);
create index import_jobs_open on public.import_jobs (created_at, id)
  where status in ('pending', 'processing');
create index import_jobs_user on public.import_jobs (user_id);
-- A preset file is loaded by one job, however often a first start is cut short.
create unique index import_jobs_preset on public.import_jobs (file_path) where user_id is null;

create table public.import_rejections (
  job_id uuid not null references public.import_jobs (id) on delete cascade,
  row_number integer not null check (row_number > 0),
  column_name text,
  value text,
  reason text not null,
  primary key (job_id, row_number)
);
comment on table public.import_rejections is 'Rows of an import that did not go in: which, where and why.';

alter table public.import_jobs enable row level security;
create policy import_jobs_select_admin on public.import_jobs
  for select to authenticated using ((select private.is_admin()));
create policy import_jobs_insert_admin on public.import_jobs
  for insert to authenticated
  with check (
    (select private.is_admin()) and user_id = (select auth.uid())
    and status = 'pending' and processed_rows = 0
  );
alter table public.import_rejections enable row level security;
create policy import_rejections_select_admin on public.import_rejections
  for select to authenticated using ((select private.is_admin()));

grant select, insert on public.import_jobs to authenticated;
grant select on public.import_rejections to authenticated;
grant all on public.import_jobs, public.import_rejections to service_role;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'csv-imports', 'csv-imports', false, 104857600,
  array['text/csv', 'text/plain', 'application/csv', 'application/vnd.ms-excel', 'application/octet-stream']
)
on conflict (id) do nothing;
create policy csv_imports_select_admin on storage.objects
  for select to authenticated
  using (bucket_id = 'csv-imports' and (select private.is_admin()));
create policy csv_imports_insert_admin on storage.objects
  for insert to authenticated
  with check (bucket_id = 'csv-imports' and (select private.is_admin()));
create policy csv_imports_delete_admin on storage.objects
  for delete to authenticated
  using (bucket_id = 'csv-imports' and (select private.is_admin()));

-- Writes one batch: rows, counts, rejections and the job's position in one transaction.
-- p_rows and p_rejected are JSON texts (the embedded API cannot pass a jsonb array).
create function public.import_lectures(
  p_job uuid, p_position integer, p_rows text, p_rejected text default '[]'
)
returns table (inserted integer, updated integer, unchanged integer, rejected integer)
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.lock_catalogue();
  perform 1 from public.import_jobs j
  where j.id = p_job and j.status = 'processing' and j.processed_rows = p_position for update;
  if not found then
    raise exception 'import job % is not being processed at row %', p_job, p_position
      using errcode = '55000', hint = 'Another worker went on with it; read the job again.';
  end if;

  with incoming as materialized (
    select r.*, row(r.course_description, r.subject, r.instructor, r.institution, r.seo_slug,
      r.image, r.youtube, r.keywords, r.view_rate, r.views)::text as content
    from rows from (jsonb_to_recordset(p_rows::jsonb) as (
      course_name text, course_description text, subject text, instructor text,
      institution text, seo_slug text, image text, lecture_number integer, lecture_name text,
      youtube text, keywords text, view_rate double precision, views bigint
    )) with ordinality as r (
      course_name, course_description, subject, instructor, institution, seo_slug, image,
      lecture_number, lecture_name, youtube, keywords, view_rate, views, file_order
    )
  ), versions as (
    -- A file may hold one lecture twice: each row is compared with the one before it.
    select i.*,
      lag(i.content) over same_lecture as content_before,
      lead(i.file_order) over same_lecture is null as is_last
    from incoming i
    window same_lecture as (
      partition by i.course_name, i.lecture_name, i.lecture_number order by i.file_order
    )
  ), compared as (
    select v.*, coalesce(v.content_before, row(
        l."Course Description", l."Subject", l."Instructor", l."Insitution", l."SEO:Slug",
        l."Image", l.youtube, l."Keywords", l."View Rate", l."Views"
      )::text) as known_content,
      v.content_before is null and l.id is null as is_new
    from versions v
    left join public.lectures l
      on l."Course Name" = v.course_name and l."lecture name" = v.lecture_name
      and l."Lecture Number" is not distinct from v.lecture_number
  ), written as (
    insert into public.lectures as l (
      "Course Name", "Course Description", "Subject", "Instructor", "Insitution", "SEO:Slug",
      "Image", "Lecture Number", "lecture name", youtube, "Keywords", "View Rate", "Views"
    )
    select v.course_name, v.course_description, v.subject, v.instructor, v.institution,
      v.seo_slug, v.image, v.lecture_number, v.lecture_name, v.youtube, v.keywords,
      v.view_rate, v.views
    from versions v where v.is_last
    order by v.file_order
    on conflict ("Course Name", "lecture name", "Lecture Number") do update set
      "Course Description" = excluded."Course Description", "Subject" = excluded."Subject",
      "Instructor" = excluded."Instructor", "Insitution" = excluded."Insitution",
      "SEO:Slug" = excluded."SEO:Slug", "Image" = excluded."Image", youtube = excluded.youtube,
      "Keywords" = excluded."Keywords", "View Rate" = excluded."View Rate",
      "Views" = excluded."Views"
    where (l."Course Description", l."Subject", l."Instructor", l."Insitution", l."SEO:Slug",
        l."Image", l.youtube, l."Keywords", l."View Rate", l."Views")
      is distinct from (excluded."Course Description", excluded."Subject",
        excluded."Instructor", excluded."Insitution", excluded."SEO:Slug", excluded."Image",
        excluded.youtube, excluded."Keywords", excluded."View Rate", excluded."Views")
  )
  select
    count(*) filter (where c.is_new),
    count(*) filter (where not c.is_new and c.content <> c.known_content),
    count(*) filter (where not c.is_new and c.content = c.known_content)
  into inserted, updated, unchanged
  from compared c;

  with reported as (
    insert into public.import_rejections (job_id, row_number, column_name, value, reason)
    select p_job, r.row_number, r.column_name, r.value, r.reason
    from jsonb_to_recordset(p_rejected::jsonb)
      as r (row_number integer, column_name text, value text, reason text)
    returning 1
  )
  select count(*) into rejected from reported;

  update public.import_jobs j set
    processed_rows = j.processed_rows + inserted + updated + unchanged + rejected,
    inserted_rows = j.inserted_rows + inserted,
    updated_rows = j.updated_rows + updated,
    unchanged_rows = j.unchanged_rows + unchanged,
    rejected_rows = j.rejected_rows + rejected,
    updated_at = clock_timestamp()
  where j.id = p_job;
  return next;
end
$$;
comment on function public.import_lectures(uuid, integer, text, text) is
  'Writes one batch of an import and says how many rows were inserted, updated, unchanged and rejected.';
grant execute on function public.import_lectures(uuid, integer, text, text) to service_role;

-- A job whose worker died is free again when the lease has run out, and goes on from its position.
create function private.import_lease() returns interval
language sql immutable set search_path = ''
as $$ select interval '15 seconds' $$;
comment on function private.import_lease() is 'How long a worker that was not heard of keeps a job.';
grant execute on function private.import_lease() to service_role;

-- A job that brings down whoever works on it must not do so for ever.
create function private.import_attempts() returns integer
language sql immutable set search_path = ''
as $$ select 10 $$;
comment on function private.import_attempts() is
  'How often a job is taken up without a batch going in before it counts as failed.';
grant execute on function private.import_attempts() to service_role;

create function public.claim_import_job(p_worker uuid, p_job uuid default null)
returns setof public.import_jobs
language plpgsql volatile set search_path = ''
as $$
declare
  job public.import_jobs;
begin
  loop
    select j.* into job from public.import_jobs j
    where (p_job is null or j.id = p_job)
      -- The installation's own jobs have no lease: the launcher sees to them.
      and (j.status = 'pending' or (j.status = 'processing' and j.lease_until < clock_timestamp()))
    order by j.created_at, j.id
    limit 1 for update skip locked;
    if not found then
      return;
    end if;
    if job.attempts < private.import_attempts() then
      return query update public.import_jobs j set
        status = 'processing', lease_owner = p_worker,
        lease_until = clock_timestamp() + private.import_lease(), attempts = j.attempts + 1,
        updated_at = clock_timestamp()
      where j.id = job.id returning j.*;
      return;
    end if;
    perform private.fail_import_job(job.id, coalesce(
      job.error_message, format('the import stopped %s times without getting on', job.attempts)
    ));
  end loop;
end
$$;
comment on function public.claim_import_job(uuid, uuid) is
  'Gives a worker the oldest job (or the one named) that nobody works on; no row where there is none.';
grant execute on function public.claim_import_job(uuid, uuid) to service_role;

create function private.fail_import_job(p_job uuid, p_error text) returns void
language sql volatile set search_path = ''
as $$
  update public.import_jobs j set
    status = 'failed', error_message = p_error, lease_owner = null, lease_until = null,
    attempts = 0, updated_at = clock_timestamp()
  where j.id = p_job
$$;
grant execute on function private.fail_import_job(uuid, text) to service_role;

create function public.renew_import_lease(p_job uuid, p_worker uuid, p_total integer default null)
returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  update public.import_jobs j set
    lease_until = clock_timestamp() + private.import_lease(),
    total_rows = coalesce(p_total, j.total_rows),
    updated_at = clock_timestamp()
  where j.id = p_job and j.lease_owner = p_worker and j.status = 'processing';
  return found;
end
$$;
comment on function public.renew_import_lease(uuid, uuid, integer) is
  'Keeps a job for its worker, and notes how many rows its file has; false when the job is no longer the worker''s.';
grant execute on function public.renew_import_lease(uuid, uuid, integer) to service_role;

-- One batch of a worker's job. The lease is looked at under the lock that the batch is written
-- under: a worker that was taken for dead and wakes up again writes nothing.
create function public.import_batch(
  p_job uuid, p_worker uuid, p_position integer, p_rows text, p_rejected text default '[]'
)
returns table (inserted integer, updated integer, unchanged integer, rejected integer)
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.lock_catalogue();
  perform 1 from public.import_jobs j
  where j.id = p_job and j.lease_owner = p_worker and j.status = 'processing' for update;
  if not found then
    raise exception 'import job % is not this worker''s', p_job using errcode = '55006';
  end if;
  return query select * from public.import_lectures(p_job, p_position, p_rows, p_rejected);
  update public.import_jobs j set
    lease_until = clock_timestamp() + private.import_lease(), attempts = 0, error_message = null
  where j.id = p_job;
end
$$;
comment on function public.import_batch(uuid, uuid, integer, text, text) is
  'import_lectures for the worker that holds the job; anyone else is refused with 55006.';
grant execute on function public.import_batch(uuid, uuid, integer, text, text) to service_role;

create function public.finish_import_job(p_job uuid, p_worker uuid, p_error text default null)
returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  perform 1 from public.import_jobs j
  where j.id = p_job and j.lease_owner = p_worker and j.status = 'processing' for update;
  if not found then
    return false;
  end if;
  if p_error is not null then
    perform private.fail_import_job(p_job, p_error);
  else
    update public.import_jobs j set
      status = 'completed', error_message = null, lease_owner = null, lease_until = null,
      attempts = 0, updated_at = clock_timestamp()
    where j.id = p_job;
  end if;
  return true;
end
$$;
comment on function public.finish_import_job(uuid, uuid, text) is
  'Ends a worker''s job: completed, or failed with a message; false when it is no longer the worker''s.';
grant execute on function public.finish_import_job(uuid, uuid, text) to service_role;

create function public.release_import_job(p_job uuid, p_worker uuid, p_error text default null)
returns void
language sql volatile set search_path = ''
as $$
  -- After trouble each next attempt waits a second longer.
  update public.import_jobs j set
    lease_owner = null, error_message = p_error,
    attempts = case when p_error is null then 0 else j.attempts end,
    lease_until = clock_timestamp()
      + case when p_error is null then interval '0' else make_interval(secs => j.attempts) end
  where j.id = p_job and j.lease_owner = p_worker and j.status = 'processing'
$$;
comment on function public.release_import_job(uuid, uuid, text) is
  'Gives a job back for the next worker: at the end of a slice, or after trouble that may pass.';
grant execute on function public.release_import_job(uuid, uuid, text) to service_role;

create function public.retry_import_job(p_job uuid) returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  update public.import_jobs j set
    status = 'pending', error_message = null, attempts = 0, updated_at = clock_timestamp()
  where j.id = p_job and j.status = 'failed' and j.user_id is not null;
  return found;
end
$$;
comment on function public.retry_import_job(uuid) is
  'Has a failed job go on from where it stopped; false for one that did not fail.';
grant execute on function public.retry_import_job(uuid) to service_role;

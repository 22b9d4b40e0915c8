-- Imports of CSV files: the jobs, the rejected rows, the bucket the files wait in, and the queue
-- from which workers take jobs: one function a verb.
--
-- A worker holds a job by a lease, which it renews while it works. `processed_rows` is how far the
-- job is, and moves in the transaction that writes the rows. So every row goes in exactly once,
-- however a worker ends:
--   * It dies between two batches: the lease runs out, and the next worker goes on from there.
--   * It dies while a batch is written: the batch is rolled back whole, and then as above.
--   * A batch is written, but the answer is lost: the next worker begins behind that batch.
--   * It dies with every row written: the next worker finds nothing to write, and finishes.
--   * It meets trouble, such as a broken connection: it releases the job, which is tried again
--     within seconds; where even that fails, the lease runs out. On a full disk it waits for room.
--   * It was slow, and another worker has its job by now: it can no longer write, renew, finish or
--     release.
--   * The job itself brings down its workers: after ten claims without a batch it fails.

create table public.import_jobs (
  id uuid primary key default gen_random_uuid(),
  -- Null: the installation itself, loading its preset files.
  user_id uuid references auth.users (id) on delete set null,
  -- The name on the administrator's computer; file_path is the name in the bucket, or `data/…` for
  -- a preset file, which the installation reads from its own directory.
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
  -- How long a lease lasts that is given or renewed, in seconds, as the worker asked at its claim.
  lease_seconds integer check (lease_seconds between 1 and 3600),
  -- How often the job was claimed since a batch last went in.
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
  with check ((select private.is_admin()) and user_id = (select auth.uid()));
alter table public.import_rejections enable row level security;
create policy import_rejections_select_admin on public.import_rejections
  for select to authenticated using ((select private.is_admin()));

grant select, insert (user_id, file_path, file_name, file_size) on public.import_jobs to authenticated;
grant select on public.import_rejections to authenticated;
grant select, insert, update, delete on public.import_jobs, public.import_rejections to service_role;

create function private.log_import() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  event constant text := case
    when tg_op = 'INSERT' then 'import added' when new.status = 'pending' then 'import retried'
    else 'import ' || new.status
  end;
begin
  perform private.log_event(event, new.user_id, jsonb_strip_nulls(jsonb_build_object(
    'file', coalesce(new.file_name, new.file_path), 'rows', nullif(new.processed_rows, 0),
    'rejected', nullif(new.rejected_rows, 0), 'error', new.error_message
  )));
  return null;
end
$$;
create trigger log_import after insert on public.import_jobs
  for each row execute function private.log_import();
create trigger log_import_state after update of status on public.import_jobs
  for each row when (new.status <> old.status and new.status <> 'processing')
  execute function private.log_import();

-- Pages show an import once it has ended, also what it wrote before it failed.
create trigger expire_pages after update of status on public.import_jobs
  for each row
  when (new.status in ('completed', 'failed') and new.inserted_rows + new.updated_rows > 0)
  execute function private.expire_pages();

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

create function public.claim_import_job(
  p_worker uuid, p_job uuid default null, p_lease_seconds integer default 15
)
returns setof public.import_jobs
language plpgsql volatile set search_path = ''
as $$
declare
  job public.import_jobs;
begin
  loop
    select j.* into job from public.import_jobs j
    -- Only the launcher reads preset files; it claims their jobs by id.
    where (j.id = p_job or (p_job is null and j.file_path not like 'data/%'))
      and (j.status = 'pending' or (j.status = 'processing' and j.lease_until < clock_timestamp()))
    order by j.created_at, j.id
    limit 1 for update skip locked;
    if not found then
      return;
    end if;
    if job.attempts < 10 then
      return query update public.import_jobs j set
        status = 'processing', lease_owner = p_worker, lease_seconds = p_lease_seconds,
        lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds),
        attempts = j.attempts + 1, updated_at = clock_timestamp()
      where j.id = job.id returning j.*;
      return;
    end if;
    -- A job that brings down its workers must not do so for ever.
    update public.import_jobs j set
      status = 'failed', lease_owner = null, lease_until = null, attempts = 0,
      error_message = coalesce(
        j.error_message, format('the import stopped %s times without getting on', j.attempts)
      ),
      updated_at = clock_timestamp()
    where j.id = job.id;
  end loop;
end
$$;
comment on function public.claim_import_job(uuid, uuid, integer) is
  'Gives a worker the lease of the oldest job, or of the one named, that no other worker holds; no row where there is none.';
grant execute on function public.claim_import_job(uuid, uuid, integer) to service_role;

-- p_rows and p_rejected are JSON texts (the embedded API cannot pass a jsonb array). A key that the
-- rows are without is a column that the file is without: a lecture keeps what it has there.
create function public.write_import_batch(
  p_job uuid, p_worker uuid, p_position integer, p_rows text, p_rejected text default '[]'
)
returns table (inserted integer, updated integer, unchanged integer, rejected integer)
language plpgsql volatile set search_path = ''
as $$
declare
  at_row integer;
begin
  perform private.lock_catalogue();
  perform set_config('lectern.is_batch', 'on', true);
  select j.processed_rows into at_row from public.import_jobs j
  where j.id = p_job and j.lease_owner = p_worker and j.status = 'processing' for update;
  if not found then
    raise exception 'import job % is not held by this worker', p_job using errcode = '55006';
  elsif at_row is distinct from p_position then
    raise exception 'import job % is at row %, not at row %', p_job, at_row, p_position
      using errcode = '55000';
  end if;

  with incoming as materialized (
    select v.file_order, r.course_name, r.course_description, r.subject, r.instructor,
      r.institution, r.seo_slug, r.lecture_number, r.lecture_name, r.youtube,
      case when v.cells ? 'image' then r.image else l."Image" end as image,
      case when v.cells ? 'keywords' then r.keywords else l."Keywords" end as keywords,
      case when v.cells ? 'view_rate' then r.view_rate else l."View Rate" end as view_rate,
      case when v.cells ? 'views' then r.views else l."Views" end as views,
      case when l.id is not null then
        row(l."Course Description", l."Subject", l."Instructor", l."Insitution", l."SEO:Slug",
          l."Image", l.youtube, l."Keywords", l."View Rate", l."Views")::text
      end as stored_content
    from jsonb_array_elements(p_rows::jsonb) with ordinality as v (cells, file_order)
    cross join lateral jsonb_to_record(v.cells) as r (
      course_name text, course_description text, subject text, instructor text,
      institution text, seo_slug text, image text, lecture_number integer, lecture_name text,
      youtube text, keywords text, view_rate double precision, views bigint
    )
    left join public.lectures l
      on l."Course Name" = r.course_name and l."lecture name" = r.lecture_name
      and l."Lecture Number" is not distinct from r.lecture_number
  ), described as (
    select i.*, row(i.course_description, i.subject, i.instructor, i.institution, i.seo_slug,
      i.image, i.youtube, i.keywords, i.view_rate, i.views)::text as content
    from incoming i
  ), versions as (
    -- A file may hold one lecture twice: each row is compared with the one before it.
    select d.*,
      coalesce(lag(d.content) over same_lecture, d.stored_content) as known_content,
      lead(d.file_order) over same_lecture is null as is_last
    from described d
    window same_lecture as (
      partition by d.course_name, d.lecture_name, d.lecture_number order by d.file_order
    )
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
    count(*) filter (where v.known_content is null),
    count(*) filter (where v.content <> v.known_content),
    count(*) filter (where v.content = v.known_content)
  into inserted, updated, unchanged
  from versions v;

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
    lease_until = clock_timestamp() + make_interval(secs => j.lease_seconds),
    attempts = 0, error_message = null, updated_at = clock_timestamp()
  where j.id = p_job;
  return next;
end
$$;
comment on function public.write_import_batch(uuid, uuid, integer, text, text) is
  'Writes rows, rejections and the position of a worker''s job in one transaction, renews its lease, and counts what became of the rows. Refused with 55006 where another worker has the job.';
grant execute on function public.write_import_batch(uuid, uuid, integer, text, text) to service_role;

create function public.renew_import_lease(p_job uuid, p_worker uuid, p_total integer default null)
returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  update public.import_jobs j set
    lease_until = clock_timestamp() + make_interval(secs => j.lease_seconds),
    total_rows = coalesce(p_total, j.total_rows), updated_at = clock_timestamp()
  where j.id = p_job and j.lease_owner = p_worker and j.status = 'processing';
  return found;
end
$$;
comment on function public.renew_import_lease(uuid, uuid, integer) is
  'Keeps a job for its worker, and notes how many rows its file has; false where the worker no longer holds it.';
grant execute on function public.renew_import_lease(uuid, uuid, integer) to service_role;

create function public.finish_import_job(p_job uuid, p_worker uuid, p_error text default null)
returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  update public.import_jobs j set
    status = case when p_error is null then 'completed' else 'failed' end,
    error_message = p_error, lease_owner = null, lease_until = null, attempts = 0,
    updated_at = clock_timestamp()
  where j.id = p_job and j.lease_owner = p_worker and j.status = 'processing';
  return found;
end
$$;
comment on function public.finish_import_job(uuid, uuid, text) is
  'Ends a worker''s job: completed, or failed with a message; false where the worker no longer holds it.';
grant execute on function public.finish_import_job(uuid, uuid, text) to service_role;

create function public.release_import_job(
  p_job uuid, p_worker uuid, p_error text default null, p_is_full boolean default false
)
returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  -- After trouble each next attempt waits a second longer. A full disk is waited for, however long that takes.
  update public.import_jobs j set
    lease_owner = null, error_message = p_error,
    attempts = case when p_error is null or p_is_full then 0 else j.attempts end,
    lease_until = clock_timestamp() + case
      when p_error is null then interval '0'
      when p_is_full then interval '10 seconds'
      else make_interval(secs => j.attempts)
    end
  where j.id = p_job and j.lease_owner = p_worker and j.status = 'processing';
  return found;
end
$$;
comment on function public.release_import_job(uuid, uuid, text, boolean) is
  'Gives a worker''s job back for the next claim: at the end of a slice of time, or after trouble that may pass; false where the worker no longer holds it.';
grant execute on function public.release_import_job(uuid, uuid, text, boolean) to service_role;

create function public.retry_import_job(p_job uuid) returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  update public.import_jobs j set
    status = 'pending', error_message = null, attempts = 0, updated_at = clock_timestamp()
  where j.id = p_job and j.status = 'failed';
  return found;
end
$$;
comment on function public.retry_import_job(uuid) is
  'Has a failed job go on from where it stopped; false for one that did not fail.';
grant execute on function public.retry_import_job(uuid) to service_role;

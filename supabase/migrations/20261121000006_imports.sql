-- Spreadsheet imports: the job, what became of each rejected row, the bucket the files wait
-- in, and the one function that writes lecture rows in bulk.

create table public.import_jobs (
  id uuid primary key default gen_random_uuid(),
  -- Null: the installation itself, loading its preset files.
  user_id uuid references auth.users (id) on delete set null,
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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint import_jobs_every_row_counted
    check (inserted_rows + updated_rows + unchanged_rows + rejected_rows = processed_rows)
);
comment on table public.import_jobs is 'One row an import of a CSV file.';
create index import_jobs_created_at on public.import_jobs (created_at desc, id);
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
revoke execute on function public.import_lectures(uuid, integer, text, text) from public, anon, authenticated;
grant execute on function public.import_lectures(uuid, integer, text, text) to service_role;

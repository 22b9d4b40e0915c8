-- Imports of CSV files: the jobs, the results for their rows, and the storage bucket for the files.

create table public.import_jobs (
  id uuid primary key default gen_random_uuid(),
  -- A check compares a file with the catalogue and writes nothing. An undo has no file; it reverts the changes of
  -- another job. An edit is a correction by hand, which no worker processes.
  mode text not null default 'import' check (mode in ('import', 'check', 'undo', 'edit')),
  undo_of uuid references public.import_jobs (id) on delete cascade,
  -- The check whose file this imports.
  check_id uuid references public.import_jobs (id) on delete set null,
  -- Null for the installation itself, which loads its preset files.
  user_id uuid references auth.users (id) on delete set null,
  -- The file's name on the editor's computer, or the title of a correction; file_path is the name in the bucket, or
  -- `data/…` for a preset file, which the installation reads from its own directory.
  file_name text check (char_length(file_name) between 1 and 255),
  file_path text check (char_length(file_path) between 1 and 1000),
  file_size bigint check (file_size >= 0),
  -- What each column of the file contains, if chosen by hand: a field, "" for none, null for what its header says.
  fields jsonb check (jsonb_typeof(fields) = 'array' and pg_column_size(fields) < 100000),
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'completed', 'failed')),
  total_rows integer check (total_rows >= 0),
  processed_rows integer not null default 0 check (processed_rows >= 0),
  inserted_rows integer not null default 0 check (inserted_rows >= 0),
  updated_rows integer not null default 0 check (updated_rows >= 0),
  unchanged_rows integer not null default 0 check (unchanged_rows >= 0),
  removed_rows integer not null default 0 check (removed_rows >= 0),
  rejected_rows integer not null default 0 check (rejected_rows >= 0),
  -- For a check: how many lectures of the file's courses are not in the file. For an import that removes them: how
  -- many of total_rows they are.
  missing_rows integer check (missing_rows >= 0),
  removes_missing boolean not null default false,
  -- How many rows differ from cells that were edited by hand, and whether the file overwrites those cells.
  edited_rows integer not null default 0 check (edited_rows >= 0),
  overwrites_edits boolean not null default false,
  -- Fields that have no column in the file and are emptied in its lectures. For a check: how many lectures lose
  -- something by that, and how many more if cells that were edited by hand are emptied too.
  emptied text[] not null default '{}',
  emptied_rows integer not null default 0 check (emptied_rows >= 0),
  emptied_edited_rows integer not null default 0 check (emptied_edited_rows >= 0),
  -- How many entries of lecture_changes the job has made, and whether they still exist.
  change_count integer not null default 0 check (change_count >= 0),
  has_history boolean not null default true,
  error_message text,
  -- False if a failed job would fail again.
  can_retry boolean not null default true,
  -- The worker that holds the job, for as long as it renews its lease.
  lease_owner uuid,
  lease_until timestamptz,
  -- Duration of each granted or renewed lease in seconds, as the worker requested in its claim.
  lease_seconds integer check (lease_seconds between 1 and 3600),
  -- How often the job was claimed since its last batch was written.
  attempts integer not null default 0 check (attempts >= 0),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  updated_at timestamptz not null default now(),
  cancelled_at timestamptz,
  constraint import_jobs_of_a_file_or_a_job
    check ((mode in ('undo', 'edit')) = (file_path is null) and (mode = 'undo') = (undo_of is not null)),
  constraint import_jobs_removing_what_was_checked check (not removes_missing or mode = 'import'),
  constraint import_jobs_emptying_what_files_may_lack check (
    emptied <@ array['course_description', 'subject', 'instructor', 'institution', 'seo_slug', 'image', 'keywords',
      'view_rate', 'views']
    and not coalesce(fields ?| emptied, false)
    and (emptied = '{}' or mode in ('import', 'check'))
  ),
  constraint import_jobs_every_row_counted
    check (inserted_rows + updated_rows + unchanged_rows + removed_rows + rejected_rows = processed_rows),
  constraint import_jobs_completed_whole
    check (status <> 'completed' or total_rows is not distinct from processed_rows)
);
comment on table public.import_jobs is 'One row an import of a CSV file, a check of one, or an undo of an import.';
create index import_jobs_created_at on public.import_jobs (created_at desc, id);
create index import_jobs_open on public.import_jobs (created_at, id)
  where status in ('pending', 'processing');
create index import_jobs_user on public.import_jobs (user_id);
-- A preset file has only one job, even if the first start is interrupted repeatedly.
create unique index import_jobs_preset on public.import_jobs (file_path)
  where user_id is null and file_path like 'data/%';
-- A job can be undone only once; the undo itself can be undone too.
create unique index import_jobs_undo on public.import_jobs (undo_of);
-- The file of a check can be imported only once.
create unique index import_jobs_check on public.import_jobs (check_id);
-- Jobs with a history; forget_old_changes deletes that of the oldest ones.
create index import_jobs_history on public.import_jobs (created_at desc, id) where has_history and change_count > 0;

create table public.import_rejections (
  job_id uuid not null references public.import_jobs (id) on delete cascade,
  row_number integer not null check (row_number > 0),
  fault_number smallint not null check (fault_number > 0),
  column_name text,
  value text,
  reason text not null,
  primary key (job_id, row_number, fault_number)
);
comment on table public.import_rejections is
  'Faults of the rows of an import that did not go in: which, where and why.';

create table private.lecture_changes (
  -- References import_jobs by triggers instead of a foreign key.
  job_id uuid not null,
  -- From 1 to the job's change_count, in the order of the changes.
  seq integer not null check (seq > 0),
  -- No foreign key: lectures are deleted, and restored with their id.
  lecture_id bigint not null,
  op text not null check (op in ('i', 'u', 'd')),
  -- The whole row; null for a lecture that was added.
  before jsonb,
  -- The private.lecture_digest after the change; null for a lecture that was removed.
  after_digest bigint,
  primary key (job_id, seq),
  constraint lecture_changes_whole
    check ((op = 'i') = (before is null) and (op = 'd') = (after_digest is null))
);
comment on table private.lecture_changes is
  'What imports changed, lecture by lecture, so that it can be taken back: of the last ten of them.';

-- Replaces a foreign key, which would look up the job of each row separately: two thirds of the time of an insert.
create function private.check_jobs_of_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  jobs constant uuid[] := array(select distinct a.job_id from added a);
begin
  perform 1 from public.import_jobs j where j.id = any (jobs) for key share;
  if (select count(*) from public.import_jobs j where j.id = any (jobs)) < cardinality(jobs) then
    raise exception 'an entry of lecture_changes is of no import job' using errcode = '23503';
  end if;
  return null;
end
$$;
create trigger check_jobs after insert on private.lecture_changes
  referencing new table as added for each statement execute function private.check_jobs_of_changes();
create trigger check_jobs_again after update on private.lecture_changes
  referencing new table as added for each statement execute function private.check_jobs_of_changes();

create function private.forget_changes_of_jobs() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate private.lecture_changes;
  else
    delete from private.lecture_changes c using removed r where c.job_id = r.id;
  end if;
  return null;
end
$$;
create trigger forget_changes after delete on public.import_jobs
  referencing old table as removed for each statement execute function private.forget_changes_of_jobs();
create trigger forget_all_changes after truncate on public.import_jobs
  for each statement execute function private.forget_changes_of_jobs();

create function private.keep_job_id() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'an import job keeps its id' using errcode = '23503';
end
$$;
create trigger keep_id before update of id on public.import_jobs
  for each row when (new.id <> old.id) execute function private.keep_job_id();

create table private.lecture_edits (
  lecture_id bigint not null references public.lectures (id) on delete cascade,
  -- A column of lectures.
  field text not null,
  job_id uuid not null references public.import_jobs (id) on delete cascade,
  primary key (lecture_id, field, job_id)
);
comment on table private.lecture_edits is 'Which cells of lectures were edited by hand: imports leave them as they are.';
create index lecture_edits_job on private.lecture_edits (job_id);

create table private.former_lecture_keys (
  course_name text not null,
  lecture_name text not null,
  lecture_number integer,
  lecture_id bigint not null references public.lectures (id) on delete cascade,
  job_id uuid not null references public.import_jobs (id) on delete cascade,
  constraint former_lecture_keys_key unique nulls not distinct (course_name, lecture_name, lecture_number)
);
comment on table private.former_lecture_keys is
  'What lectures were called before they were renamed or moved by hand: files that still call them so mean them.';
create index former_lecture_keys_lecture on private.former_lecture_keys (lecture_id);
create index former_lecture_keys_job on private.former_lecture_keys (job_id);

create table private.removed_progress (
  job_id uuid not null references public.import_jobs (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  record_id bigint not null,
  progress jsonb not null,
  primary key (job_id, record_id, user_id)
);
comment on table private.removed_progress is
  'What learners had in lectures that were deleted by hand, for as long as that can be taken back.';
create index removed_progress_user on private.removed_progress (user_id);

create table public.import_differences (
  job_id uuid not null references public.import_jobs (id) on delete cascade,
  kind text not null check (kind in ('new', 'changed', 'edited', 'missing', 'kept')),
  nth integer not null check (nth between 1 and 200),
  -- The lecture's cells by field name. A new lecture has no before, and a missing one no after.
  before jsonb,
  after jsonb,
  primary key (job_id, kind, nth)
);
comment on table public.import_differences is 'The first 200 lectures of each kind that a check has found to differ, or that an import has left that was to remove '
  'missing ones.';

create table private.import_check_batches (
  job_id uuid not null references public.import_jobs (id) on delete cascade,
  position integer not null,
  lecture_ids bigint[] not null,
  course_names text[] not null,
  primary key (job_id, position)
);
comment on table private.import_check_batches is
  'Which lectures and courses the batches of a check were about; gone at its end.';

-- Security definer: a policy of import_jobs cannot read import_jobs.
create function private.emptied_by_check(p_check uuid) returns text[]
language sql stable security definer set search_path = ''
as $$ select j.emptied from public.import_jobs j where j.id = p_check and j.mode = 'check' $$;
comment on function private.emptied_by_check(uuid) is 'The fields that a check was to empty.';
grant execute on function private.emptied_by_check(uuid) to authenticated;

alter table public.import_jobs enable row level security;
create policy import_jobs_select_console on public.import_jobs
  for select to authenticated using ((select private.can_view_console()));
create policy import_jobs_insert_editor on public.import_jobs
  for insert to authenticated
  with check (
    (select private.can_edit()) and user_id = (select auth.uid()) and mode in ('import', 'check')
    -- An import may empty only the fields that its check was to empty.
    and (mode = 'check' or emptied = '{}' or emptied = private.emptied_by_check(check_id))
  );
alter table public.import_rejections enable row level security;
create policy import_rejections_select_console on public.import_rejections
  for select to authenticated using ((select private.can_view_console()));
alter table public.import_differences enable row level security;
create policy import_differences_select_console on public.import_differences
  for select to authenticated using ((select private.can_view_console()));
alter table private.lecture_changes enable row level security;
alter table private.import_check_batches enable row level security;

alter table private.lecture_edits enable row level security;
alter table private.former_lecture_keys enable row level security;
alter table private.removed_progress enable row level security;
grant select, insert (user_id, mode, check_id, file_path, file_name, file_size, fields, overwrites_edits,
    removes_missing, emptied)
  on public.import_jobs to authenticated;
grant select on public.import_rejections, public.import_differences to authenticated;
grant select, insert, update, delete on public.import_jobs, public.import_rejections to service_role;
grant select, insert on public.import_differences to service_role;
grant select, delete on private.lecture_edits, private.former_lecture_keys to service_role;
grant select, delete on private.removed_progress to service_role;
grant select, insert, delete on private.lecture_changes, private.import_check_batches to service_role;

create function private.log_import() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  event constant text := case
    when new.mode = 'edit' then 'catalogue corrected'
    when tg_op = 'INSERT' then 'import added' when new.status = 'pending' then 'import retried'
    else 'import ' || new.status
  end;
begin
  perform private.log_event(event, new.user_id, jsonb_strip_nulls(jsonb_build_object(
    'file', coalesce(new.file_name, new.file_path), 'undo', nullif(new.mode = 'undo', false),
    'rows', nullif(new.processed_rows, 0),
    'rejected', nullif(new.rejected_rows, 0), 'error', new.error_message
  )));
  return null;
end
$$;
-- Checks are not logged, because they change nothing.
create trigger log_import after insert on public.import_jobs
  for each row when (new.mode not in ('check', 'edit')) execute function private.log_import();
create trigger log_import_state after update of status on public.import_jobs
  for each row when (new.mode <> 'check' and new.status <> old.status and new.status <> 'processing')
  execute function private.log_import();

-- Pages show the changes of an import once it has ended, including those made before a failure.
create trigger expire_pages after update of status on public.import_jobs
  for each row
  when (new.status in ('completed', 'failed') and new.change_count > 0)
  execute function private.expire_pages();

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'csv-imports', 'csv-imports', false, 104857600,
  array['text/csv', 'text/plain', 'application/csv', 'application/vnd.ms-excel', 'application/octet-stream']
)
on conflict (id) do nothing;
create policy csv_imports_select_editor on storage.objects
  for select to authenticated
  using (bucket_id = 'csv-imports' and (select private.can_edit()));
create policy csv_imports_insert_editor on storage.objects
  for insert to authenticated
  with check (bucket_id = 'csv-imports' and (select private.can_edit()));
create policy csv_imports_delete_editor on storage.objects
  for delete to authenticated
  using (bucket_id = 'csv-imports' and (select private.can_edit()));

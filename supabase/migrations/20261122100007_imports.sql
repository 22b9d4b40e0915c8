-- Imports of CSV files: the jobs and the queue of those that wait, how rows are checked and written, and what the
-- console shows of an import.

-- ## Jobs
--
-- An import, check, undo or correction is a job. The results for its rows and what it changed stay with it; the
-- files are in a storage bucket.

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
  -- Names of columns of the file that are none of the fields: the first 21, of which 20 are shown.
  ignored_columns text[] not null default '{}' check (cardinality(ignored_columns) <= 21),
  -- What looks like a mistake in the file's cells, although they are valid (lib/lecture-import/warnings.ts).
  warnings jsonb not null default '[]' check (jsonb_typeof(warnings) = 'array' and pg_column_size(warnings) < 10000),
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'completed', 'failed')),
  total_rows integer check (total_rows >= 0),
  processed_rows integer not null default 0 check (processed_rows >= 0),
  inserted_rows integer not null default 0 check (inserted_rows >= 0),
  updated_rows integer not null default 0 check (updated_rows >= 0),
  -- How many of these differ from an earlier row of the same file about the same lecture.
  replacing_rows integer not null default 0 check (replacing_rows >= 0),
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
comment on table public.import_jobs is
  'One row an import of a CSV file, a check of one, a correction in the console, or an undo of an import or a '
  'correction.';
create index import_jobs_created_at on public.import_jobs (created_at desc, id);
create index import_jobs_open on public.import_jobs (created_at, id)
  where status in ('pending', 'processing');
create index import_jobs_user on public.import_jobs (user_id);
-- A preset file has only one job, even if the first start is interrupted repeatedly.
create unique index import_jobs_preset on public.import_jobs (file_path)
  where user_id is null and file_path like 'data/%';
-- A job is undone by one undo at a time; the undo itself can be undone too.
create unique index import_jobs_open_undo on public.import_jobs (undo_of) where status in ('pending', 'processing');
create index import_jobs_undo on public.import_jobs (undo_of, created_at) where undo_of is not null;
-- A request that is sent again adds no second job.
create unique index import_jobs_upload on public.import_jobs (file_path, mode) where file_path not like 'data/%';
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
  -- The private.corrections_of a lecture that was removed.
  corrections jsonb,
  primary key (job_id, seq),
  constraint lecture_changes_whole
    check ((op = 'i') = (before is null) and (op = 'd') = (after_digest is null))
);
comment on table private.lecture_changes is
  'What imports, undos and corrections changed, lecture by lecture, so that it can be taken back: of the last of each.';

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
  -- The other lecture that this was, if a merge of courses has joined it with this one.
  merged_id bigint,
  job_id uuid not null references public.import_jobs (id) on delete cascade,
  constraint former_lecture_keys_key unique nulls not distinct (course_name, lecture_name, lecture_number)
);
comment on table private.former_lecture_keys is
  'What lectures were called before they were renamed, moved or merged by hand: files that still call them so mean them.';
create index former_lecture_keys_lecture on private.former_lecture_keys (lecture_id);
create index former_lecture_keys_job on private.former_lecture_keys (job_id);
create index former_lecture_keys_merged on private.former_lecture_keys (merged_id) where merged_id is not null;

create table private.removed_progress (
  job_id uuid not null references public.import_jobs (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  record_id bigint not null,
  progress jsonb not null,
  primary key (job_id, record_id, user_id)
);
comment on table private.removed_progress is
  'What learners had in lectures that were deleted by hand or merged, for as long as that can be taken back.';
create index removed_progress_user on private.removed_progress (user_id);

create table private.removed_notes (
  job_id uuid not null references public.import_jobs (id) on delete cascade,
  record_id bigint not null,
  user_id uuid not null,
  note_id uuid not null,
  primary key (job_id, record_id, user_id, note_id),
  foreign key (user_id, note_id) references public.notes (user_id, id) on delete cascade
);
comment on table private.removed_notes is
  'Which notes were in lectures that were deleted by hand or merged, for as long as that can be taken back.';
create index removed_notes_note on private.removed_notes (user_id, note_id);

create table private.undone_corrections (
  job_id uuid not null references public.import_jobs (id) on delete cascade,
  edits jsonb not null,
  keys jsonb not null
);
comment on table private.undone_corrections is
  'Rows of lecture_edits and former_lecture_keys that an undo, or an import over corrections, has deleted, or another correction '
  'has replaced, for as long as that can be taken back.';
create index undone_corrections_job on private.undone_corrections (job_id);

create function private.keep_replaced_key() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.undone_corrections (job_id, edits, keys)
  values (new.job_id, '[]', jsonb_build_array(to_jsonb(old)));
  return null;
end
$$;
create trigger keep_replaced after update on private.former_lecture_keys
  for each row when (new.job_id <> old.job_id) execute function private.keep_replaced_key();

create function private.corrections_of(p_lecture bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select nullif(jsonb_build_object(
    'edits', (select jsonb_agg(to_jsonb(e)) from private.lecture_edits e where e.lecture_id = p_lecture),
    'keys', (select jsonb_agg(to_jsonb(k)) from private.former_lecture_keys k where k.lecture_id = p_lecture)
  ), '{"edits": null, "keys": null}')
$$;
comment on function private.corrections_of(bigint) is
  'What protects the corrections of a lecture from imports, and goes with it: { edits, keys }, or null where there is nothing.';
grant execute on function private.corrections_of(bigint) to service_role;

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
  'Which lectures and courses the batches of a check were about, until it has ended. One that was cancelled, or has failed, can '
  'be gone on with for as long as its file is kept.';

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
    and status = 'pending'
    -- The server opens this path with the secret key, so it has the form of an upload's and leads nowhere else.
    and file_path ~ '^[0-9]{13}-[A-Za-z0-9_.-]{1,100}[.]csv$'
    -- Only an import of what was checked may replace edited cells or remove lectures, or empty fields, which its check was
    -- to empty.
    and (check_id is not null or not (overwrites_edits or removes_missing))
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
alter table private.removed_notes enable row level security;
alter table private.undone_corrections enable row level security;
grant select, insert (user_id, mode, status, check_id, file_path, file_name, file_size, fields, overwrites_edits,
    removes_missing, emptied)
  on public.import_jobs to authenticated;
grant select on public.import_rejections, public.import_differences to authenticated;
grant select, insert, update, delete on public.import_jobs, public.import_rejections to service_role;
grant select, insert on public.import_differences to service_role;
grant select, delete on private.lecture_edits to service_role;
grant select, insert, delete on private.former_lecture_keys to service_role;
grant select, delete on private.removed_progress, private.removed_notes to service_role;
grant select, insert, delete on private.undone_corrections to service_role;
grant select, insert, delete on private.lecture_changes, private.import_check_batches to service_role;

create function private.log_import() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- What an undo takes back in the end, and how many undos it is away from that.
  origin record;
  event text;
begin
  with recursive undone as (
    select new.undo_of as id, 1 as distance where new.mode = 'undo'
    union all
    select j.undo_of, u.distance + 1 from undone u join public.import_jobs j on j.id = u.id where j.mode = 'undo'
  )
  select j.mode, u.distance into origin from undone u join public.import_jobs j on j.id = u.id where j.mode <> 'undo';
  event := case
    when new.mode = 'edit' then 'catalogue corrected'
    when new.status = 'completed' and origin.mode = 'edit' then
      case when origin.distance % 2 = 1 then 'correction undone' else 'correction made again' end
    else
      case new.mode when 'undo' then 'undo ' else 'import ' end
        || case when tg_op = 'INSERT' then 'added' when new.status = 'pending' then 'retried' else new.status end
  end;
  perform private.log_event(event, new.user_id, jsonb_strip_nulls(jsonb_build_object(
    'file', coalesce(new.file_name, new.file_path),
    -- Those of the file; lectures that are not in it come behind them.
    'rows', nullif(least(new.processed_rows, new.total_rows - case when new.removes_missing then new.missing_rows end), 0),
    'removed', case when new.removes_missing then nullif(new.removed_rows, 0) end,
    case new.mode when 'undo' then 'kept' else 'rejected' end, nullif(new.rejected_rows, 0),
    'error', new.error_message
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

-- ## Queue
--
-- The queue from which workers take jobs: one function per operation.
--
-- A worker holds a job by a lease, which it renews while it works. `processed_rows` is the job's position, and is
-- updated in the transaction that writes the rows. So every row is written exactly once, however a worker ends:
--   * It dies between two batches: the lease expires, and the next worker continues from the position.
--   * It dies while a batch is written: the whole batch is rolled back, and then as above.
--   * A batch is written, but the response is lost: the next worker starts after that batch.
--   * It dies after all rows are written: the next worker finds nothing to write, and finishes the job.
--   * It meets a temporary fault, such as a broken connection: it releases the job, which is retried
--     within seconds; if even that fails, the lease expires. If the disk is full, the job waits for space.
--   * It was slow, and another worker has its job by now, or the job was cancelled: it can no longer
--     write, renew, finish or release the job.
--   * The job itself crashes its workers: it fails after ten claims without a batch.

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
    where (j.id = p_job or (p_job is null and coalesce(j.file_path, '') not like 'data/%'))
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
        attempts = j.attempts + 1, started_at = coalesce(j.started_at, clock_timestamp()), updated_at = clock_timestamp()
      where j.id = job.id returning j.*;
      return;
    end if;
    -- A job that crashes its workers must not do so for ever.
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

create function public.renew_import_lease(
  p_job uuid, p_worker uuid, p_total integer default null, p_ignored_columns text[] default null,
  p_warnings text default null
) returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  update public.import_jobs j set
    lease_until = clock_timestamp() + make_interval(secs => j.lease_seconds), updated_at = clock_timestamp(),
    ignored_columns = coalesce(p_ignored_columns, j.ignored_columns),
    warnings = coalesce(p_warnings::jsonb, j.warnings)
  where j.id = p_job and j.lease_owner = p_worker and j.status = 'processing';
  if found and p_total is not null then
    perform private.set_import_total(p_job, p_total);
    return true;
  end if;
  return found;
end
$$;
comment on function public.renew_import_lease(uuid, uuid, integer, text[], text) is
  'Keeps a job for its worker, and notes how many rows its file has, which columns are not imported and what looks like a '
  'mistake; false where the worker no longer holds it.';
grant execute on function public.renew_import_lease(uuid, uuid, integer, text[], text) to service_role;

create function public.import_course_names() returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(c.course_name), '{}')
  from (select s.course_name from public.course_summaries s limit 20000) c
$$;
comment on function public.import_course_names() is
  'The names of the courses, 20,000 at most: a worker compares those of a file with them.';
grant execute on function public.import_course_names() to service_role;

create function public.finish_import_job(p_job uuid, p_worker uuid, p_error text default null)
returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  job public.import_jobs;
begin
  select j.* into job from public.import_jobs j
  where j.id = p_job and j.lease_owner = p_worker and j.status = 'processing' for update;
  if not found then
    return false;
  end if;
  if job.mode = 'check' and p_error is null then
    perform private.note_missing_lectures(p_job);
  end if;
  delete from private.import_check_batches b where b.job_id = p_job;
  update public.import_jobs j set
    status = case when p_error is null then 'completed' else 'failed' end,
    error_message = p_error, can_retry = p_error is null, lease_owner = null, lease_until = null, attempts = 0,
    updated_at = clock_timestamp()
  where j.id = p_job;
  return true;
end
$$;
comment on function public.finish_import_job(uuid, uuid, text) is
  'Ends a worker''s job: completed, or failed with a message and for good; false where the worker no longer holds it.';
grant execute on function public.finish_import_job(uuid, uuid, text) to service_role;

create function public.release_import_job(
  p_job uuid, p_worker uuid, p_error text default null, p_is_full boolean default false
)
returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  -- After a fault, each attempt waits a second longer than the last; with a full disk, attempts are unlimited.
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

create function public.retry_import_job(p_job uuid, p_actor uuid default null) returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  perform set_config('lectern.actor', coalesce(p_actor::text, ''), true);
  update public.import_jobs j set
    status = 'pending', error_message = null, cancelled_at = null, attempts = 0, updated_at = clock_timestamp()
  where j.id = p_job and j.status = 'failed' and (j.can_retry or j.file_path like 'data/%');
  return found;
end
$$;
comment on function public.retry_import_job(uuid, uuid) is
  'Has a failed or cancelled job go on from where it stopped, as the account p_actor asks for; false for one that did not '
  'fail, or would fail again.';
grant execute on function public.retry_import_job(uuid, uuid) to service_role;

-- Security definer: no account may write jobs.
create function private.cancel_import_job(p_job uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.can_edit() then
    raise exception 'not for this account' using errcode = '42501';
  end if;
  -- Its worker learns of it when its next batch is refused.
  update public.import_jobs j set
    status = 'failed', error_message = 'cancelled', cancelled_at = clock_timestamp(), lease_owner = null,
    lease_until = null, attempts = 0, updated_at = clock_timestamp()
  where j.id = p_job and j.status in ('pending', 'processing') and coalesce(j.file_path, '') not like 'data/%';
  return found;
end
$$;
grant execute on function private.cancel_import_job(uuid) to authenticated;

create function public.cancel_import_job(p_job uuid) returns boolean
language sql volatile set search_path = ''
as $$ select private.cancel_import_job(p_job) $$;
comment on function public.cancel_import_job(uuid) is
  'Stops a job: what is in stays in. False for one that is at its end, and for a preset file of the first start.';
grant execute on function public.cancel_import_job(uuid) to authenticated;

-- ## Batches
--
-- Writes the rows of a file to the catalogue. A check determines what an import would do with each row.

create function private.absent_columns(p_fields jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array_agg(c.name)
  from unnest(array[
    'Course Description', 'Subject', 'Instructor', 'Insitution', 'SEO:Slug', 'Image', 'youtube', 'Keywords', 'View Rate', 'Views'
  ]) as c (name)
  where not private.lecture_columns(p_fields) ? c.name
$$;
comment on function private.absent_columns(jsonb) is
  'Columns of lectures beside their names that are not among fields; null where all are.';
grant execute on function private.absent_columns(jsonb) to service_role;

create function private.has_cells(p_lecture public.lectures, p_fields text[]) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from jsonb_each_text(private.lecture_json(p_lecture)) c where c.key = any (p_fields) and c.value is not null
  )
$$;
comment on function private.has_cells(public.lectures, text[]) is 'Whether a lecture has something in one of these fields.';
grant execute on function private.has_cells(public.lectures, text[]) to service_role;

create function private.expect_emptied(p_emptied text[], p_rows text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_emptied <> '{}' and exists (
    select from json_array_elements(p_rows::json) r cross join unnest(p_emptied) f (field)
    where json_typeof(r.value -> f.field) is distinct from 'null'
  ) then
    raise exception 'rows have something in a field that is to be emptied, or do not have it' using errcode = '22023';
  end if;
end
$$;
comment on function private.expect_emptied(text[], text) is
  'Refuses rows of a file that has columns which its job empties, and rows that would leave these as they are.';
grant execute on function private.expect_emptied(text[], text) to service_role;

create function private.present_course(p_name text) returns text
language sql stable set search_path = ''
as $$
  select min(l."Course Name")
  from private.former_lecture_keys k join public.lectures l on l.id = k.lecture_id
  where k.course_name = p_name
  -- CASE, so that the course is looked for only if there are such lectures: few courses of a file have any.
  having case
    when count(distinct l."Course Name") = 1
    then not exists (select from public.lectures o where o."Course Name" = p_name)
  end
$$;
comment on function private.present_course(text) is
  'The course that lectures of a course without lectures were renamed, moved or merged to by hand; null where they are '
  'in several, and where the course has lectures.';
grant execute on function private.present_course(text) to service_role;

-- p_rows is a JSON text (the embedded API cannot pass a jsonb array), whose rows all have the same keys. A missing
-- key is a column that the file does not have: a lecture keeps its value there, as it does in cells that were edited
-- by hand.
create function private.compare_lectures(p_rows text, p_overwrites boolean)
returns table (
  nth integer, lecture_id bigint, course_name text, course_description text, subject text, instructor text,
  institution text, seo_slug text, image text, lecture_number integer, lecture_name text, youtube text,
  keywords text, view_rate double precision, views bigint,
  is_new boolean, is_changed boolean, is_repeated boolean, is_last boolean, file_cells jsonb, is_placed boolean
)
language sql stable rows 1000 set search_path = ''
-- Planned for each batch: from PostgreSQL 18 on, a session would keep the plan that it made while the catalogue was small,
-- and read all of it for every batch.
set plan_cache_mode = force_custom_plan
as $$
  with file as materialized (
    select private.absent_columns((p_rows::json -> 0)::jsonb) as absent
  ), known as materialized (
    select v.nth, v.cells, r.*, coalesce(c.id, f.lecture_id) as lecture_id, f.merged_id is not null as is_merged
    from json_array_elements(p_rows::json) with ordinality as v (cells, nth)
    cross join lateral json_to_record(v.cells) as r (
      course_name text, course_description text, subject text, instructor text,
      institution text, seo_slug text, image text, lecture_number integer, lecture_name text,
      youtube text, keywords text, view_rate double precision, views bigint
    )
    left join public.lectures c
      on c."Course Name" = r.course_name and c."lecture name" = r.lecture_name
      and c."Lecture Number" is not distinct from r.lecture_number
    -- A lecture that was renamed or moved by hand is also found by its former name.
    left join private.former_lecture_keys f
      on c.id is null and f.course_name = r.course_name and f.lecture_name = r.lecture_name
      and f.lecture_number is not distinct from r.lecture_number
  ), renamed as materialized (
    select n.name, private.present_course(n.name) as present
    from (select distinct k.course_name as name from known k where k.lecture_id is null) n
  ), placed as (
    -- A new lecture of a course that was renamed or merged by hand belongs to the course as it is now.
    select k.*, r.present, coalesce(k.lecture_id, p.id) as placed_id
    from known k
    left join renamed r on k.lecture_id is null and r.name = k.course_name
    -- offset 0 keeps this an index lookup per row, and none where there is nothing to look for.
    left join lateral (
      select x.id from public.lectures x
      where r.present is not null and x."Course Name" = r.present and x."lecture name" = k.lecture_name
        and x."Lecture Number" is not distinct from k.lecture_number
      offset 0
    ) p on true
  ), incoming as materialized (
    select k.nth, k.is_merged, l.id as lecture_id,
      case when e.fields is not null and not k.is_merged then k.cells::jsonb end as file_cells,
      k.present is not null as is_placed,
      coalesce(l."Course Name", k.present, k.course_name) as course_name,
      case when 'Course Description' = any (s.kept) then l."Course Description" else k.course_description end as course_description,
      case when 'Subject' = any (s.kept) then l."Subject" else k.subject end as subject,
      case when 'Instructor' = any (s.kept) then l."Instructor" else k.instructor end as instructor,
      case when 'Insitution' = any (s.kept) then l."Insitution" else k.institution end as institution,
      case when 'SEO:Slug' = any (s.kept) then l."SEO:Slug" else k.seo_slug end as seo_slug,
      case when 'Image' = any (s.kept) then l."Image" else k.image end as image,
      case when l.id is null then k.lecture_number else l."Lecture Number" end as lecture_number,
      coalesce(l."lecture name", k.lecture_name) as lecture_name,
      case when 'youtube' = any (s.kept) then l.youtube else k.youtube end as youtube,
      case when 'Keywords' = any (s.kept) then l."Keywords" else k.keywords end as keywords,
      case when 'View Rate' = any (s.kept) then l."View Rate" else k.view_rate end as view_rate,
      case when 'Views' = any (s.kept) then l."Views" else k.views end as views,
      case when l.id is not null then
        row(l."Course Description", l."Subject", l."Instructor", l."Insitution", l."SEO:Slug",
          l."Image", l.youtube, l."Keywords", l."View Rate", l."Views")
      end as stored_content
    from placed k
    cross join file
    left join public.lectures l on l.id = k.placed_id
    left join (
      select x.lecture_id, array_agg(x.field) as fields from private.lecture_edits x group by x.lecture_id
    ) e on e.lecture_id = k.placed_id
    cross join lateral (select file.absent || case when not p_overwrites then e.fields end as kept) s
  ), described as (
    select i.*, row(i.course_description, i.subject, i.instructor, i.institution, i.seo_slug,
      i.image, i.youtube, i.keywords, i.view_rate, i.views) as content
    from incoming i
  ), versions as (
    -- A file may contain a lecture twice: each such row is compared with the one before it. A row about a lecture that
    -- was merged into another is none about that one, whose own cells were chosen to stay.
    select d.*,
      coalesce(lag(d.content) over same_lecture, d.stored_content) as known_content,
      lag(d.nth) over same_lecture is not null as is_repeated,
      lead(d.nth) over same_lecture is null and not d.is_merged as is_last
    from described d
    window same_lecture as (
      partition by d.course_name, d.lecture_name, d.lecture_number, d.is_merged order by d.nth
    )
  )
  select v.nth::integer, v.lecture_id, v.course_name, v.course_description, v.subject, v.instructor, v.institution,
    v.seo_slug, v.image, v.lecture_number, v.lecture_name, v.youtube, v.keywords, v.view_rate, v.views,
    v.is_new, not v.is_new and not v.is_merged and v.content <> v.known_content, v.is_repeated, v.is_last, v.file_cells,
    v.is_placed
  from (select r.*, r.lecture_id is null and not r.is_repeated as is_new from versions r) v
$$;
comment on function private.compare_lectures(text, boolean) is
  'What rows of a file are to the catalogue: each new, changed or neither. Of rows about the same lecture the last is stored; '
  'one about a lecture that was merged into another changes nothing. '
  'file_cells are a row''s own cells, where the lecture was edited by hand; these cells stay unless p_overwrites. '
  'is_placed says that only private.present_course knows the row''s course.';
grant execute on function private.compare_lectures(text, boolean) to service_role;

create function private.disputed_cells(p_lecture public.lectures, p_cells jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(c.key, c.value), '{}')
  from (select private.lecture_json(p_lecture) as cells offset 0) l cross join jsonb_each(p_cells) c
  -- No file changes what a lecture and its course are called.
  where c.key not in ('course_name', 'lecture_number', 'lecture_name')
    and c.value is distinct from l.cells -> c.key
    and exists (
      select from private.lecture_edits e
      where e.lecture_id = p_lecture.id and private.lecture_columns(jsonb_build_object(c.key, null)) ? e.field
    )
$$;
comment on function private.disputed_cells(public.lectures, jsonb) is
  'Which cells of a row of a file differ from its lecture where that was edited by hand.';
grant execute on function private.disputed_cells(public.lectures, jsonb) to service_role;

-- Most rows can be classified without their cells. p_digests are four lists, with U+0001 between items and U+0002
-- between lists: courses, numbers, names, and digests of the other cells in the order below, with null as an empty
-- text. Rows about lectures that were edited, renamed or moved by hand are left to private.compare_lectures.
create function private.screen_lectures(p_digests text, p_fields text, p_emptied text[])
returns table (nth integer, lecture_id bigint, kind text, is_emptied boolean)
language sql stable rows 1000 set search_path = ''
as $$
  with file as materialized (
    select private.absent_columns(p_fields::jsonb) as absent, string_to_array(p_digests, E'\x02') as lists
  )
  select r.nth::integer, l.id,
    case
      when l.id is null then
        case when not exists (select from private.former_lecture_keys k where k.course_name = r.course_name) then 'new' end
      when exists (select from private.lecture_edits e where e.lecture_id = l.id)
        or exists (select from private.former_lecture_keys k where k.lecture_id = l.id) then null
      when r.digest = md5(
          case when 'Course Description' = any (f.absent) then '' else coalesce(l."Course Description", '') end || E'\x01' ||
          case when 'Subject' = any (f.absent) then '' else coalesce(l."Subject", '') end || E'\x01' ||
          case when 'Instructor' = any (f.absent) then '' else coalesce(l."Instructor", '') end || E'\x01' ||
          case when 'Insitution' = any (f.absent) then '' else coalesce(l."Insitution", '') end || E'\x01' ||
          case when 'SEO:Slug' = any (f.absent) then '' else coalesce(l."SEO:Slug", '') end || E'\x01' ||
          case when 'Image' = any (f.absent) then '' else coalesce(l."Image", '') end || E'\x01' ||
          case when 'youtube' = any (f.absent) then '' else coalesce(l.youtube, '') end || E'\x01' ||
          case when 'Keywords' = any (f.absent) then '' else coalesce(l."Keywords", '') end || E'\x01' ||
          case when 'View Rate' = any (f.absent) then '' else coalesce(encode(float8send(l."View Rate" + 0), 'hex'), '') end || E'\x01' ||
          case when 'Views' = any (f.absent) then '' else coalesce(l."Views"::text, '') end
        ) then 'unchanged'
      else 'changed'
    end,
    p_emptied <> '{}' and l.id is not null
      and private.has_cells((select x from public.lectures x where x.id = l.id), p_emptied)
  from file f
  cross join lateral unnest(
    string_to_array(f.lists[1], E'\x01'), string_to_array(f.lists[2], E'\x01'),
    string_to_array(f.lists[3], E'\x01'), string_to_array(f.lists[4], E'\x01')
  ) with ordinality as r (course_name, lecture_number, lecture_name, digest, nth)
  -- offset 0 keeps this an index lookup per row, however many lectures there are.
  left join lateral (
    select x.* from public.lectures x
    where x."Course Name" = r.course_name and x."lecture name" = r.lecture_name
      and x."Lecture Number" is not distinct from nullif(r.lecture_number, '')::integer
    offset 0
  ) l on true
$$;
comment on function private.screen_lectures(text, text, text[]) is
  'What rows of a file are to the catalogue, each about another lecture, by digests of their cells: new, changed or '
  'unchanged; null where that takes the cells. p_fields are the fields that the file has, or '
  'that are emptied, and is_emptied says which lectures lose something by the latter.';
grant execute on function private.screen_lectures(text, text, text[]) to service_role;

create function private.hold_import_job(p_job uuid, p_worker uuid, p_position integer, p_mode text)
returns public.import_jobs
language plpgsql volatile set search_path = ''
as $$
declare
  job public.import_jobs;
begin
  select j.* into job from public.import_jobs j
  where j.id = p_job and j.lease_owner = p_worker and j.status = 'processing' and j.mode = p_mode for update;
  if not found then
    raise exception 'import job % is not held by this worker', p_job using errcode = '55006';
  elsif job.processed_rows is distinct from p_position then
    raise exception 'import job % is at row %, not at row %', p_job, job.processed_rows, p_position
      using errcode = '55000';
  end if;
  return job;
end
$$;
comment on function private.hold_import_job(uuid, uuid, integer, text) is
  'The job, locked for a batch of its worker. Refused with 55006 where another worker has it, and with 55000 where the '
  'batch does not begin at its position.';
grant execute on function private.hold_import_job(uuid, uuid, integer, text) to service_role;

create function private.reject_rows(p_job uuid, p_rejected text) returns integer
language sql volatile set search_path = ''
as $$
  with reported as (
    insert into public.import_rejections (job_id, row_number, fault_number, column_name, value, reason)
    select p_job, r.row_number, r.fault_number, r.column_name, r.value, r.reason
    from jsonb_to_recordset(p_rejected::jsonb)
      as r (row_number integer, fault_number smallint, column_name text, value text, reason text)
    returning row_number
  )
  select count(distinct r.row_number)::integer from reported r
$$;
comment on function private.reject_rows(uuid, text) is 'Notes rejected rows of a job, and returns how many rows they are.';
grant execute on function private.reject_rows(uuid, text) to service_role;

create function private.advance_import_job(
  p_job uuid, p_inserted integer, p_updated integer, p_unchanged integer, p_removed integer, p_rejected integer,
  p_changes integer
)
returns void
language sql volatile set search_path = ''
as $$
  update public.import_jobs j set
    processed_rows = j.processed_rows + p_inserted + p_updated + p_unchanged + p_removed + p_rejected,
    inserted_rows = j.inserted_rows + p_inserted,
    updated_rows = j.updated_rows + p_updated,
    unchanged_rows = j.unchanged_rows + p_unchanged,
    removed_rows = j.removed_rows + p_removed,
    rejected_rows = j.rejected_rows + p_rejected,
    change_count = j.change_count + p_changes,
    lease_until = clock_timestamp() + make_interval(secs => j.lease_seconds),
    attempts = 0, error_message = null, updated_at = clock_timestamp()
  where j.id = p_job
$$;
comment on function private.advance_import_job(uuid, integer, integer, integer, integer, integer, integer) is
  'Counts what a batch has done, and renews the lease of the job.';
grant execute on function private.advance_import_job(uuid, integer, integer, integer, integer, integer, integer)
  to service_role;

create function private.courses_of_rows(p_rows text) returns text[]
language sql stable set search_path = ''
as $$
  with named as materialized (
    select distinct v ->> 'course_name' as name from json_array_elements(p_rows::json) v
  )
  select array(
    select n.name from named n
    union
    select l."Course Name" from named n
    join private.former_lecture_keys f on f.course_name = n.name
    join public.lectures l on l.id = f.lecture_id
  )
$$;
comment on function private.courses_of_rows(text) is
  'The courses of a batch of rows, and those that lectures of these courses were moved to by hand.';
grant execute on function private.courses_of_rows(text) to service_role;

create function public.write_import_batch(
  p_job uuid, p_worker uuid, p_position integer, p_rows text, p_rejected text default '[]',
  p_repeated integer[] default '{}'
)
returns table (inserted integer, updated integer, unchanged integer, rejected integer)
language plpgsql volatile set search_path = ''
as $$
declare
  job public.import_jobs;
  replacing integer;
  edited integer;
  placed integer;
  changes integer;
  addresses jsonb;
begin
  perform private.lock_catalogue();
  perform set_config('lectern.is_batch', 'on', true);
  job := private.hold_import_job(p_job, p_worker, p_position, 'import');
  perform private.expect_emptied(job.emptied, p_rows);
  addresses := private.course_addresses(private.courses_of_rows(p_rows));

  with compared as materialized (
    select * from private.compare_lectures(p_rows, job.overwrites_edits)
  ), written as (
    insert into public.lectures as l (
      "Course Name", "Course Description", "Subject", "Instructor", "Insitution", "SEO:Slug",
      "Image", "Lecture Number", "lecture name", youtube, "Keywords", "View Rate", "Views"
    )
    select c.course_name, c.course_description, c.subject, c.instructor, c.institution,
      c.seo_slug, c.image, c.lecture_number, c.lecture_name, c.youtube, c.keywords,
      c.view_rate, c.views
    from compared c where c.is_last
    order by c.nth
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
    -- An inserted row has no xmax. The digest is that of private.lecture_digest, inlined because a call takes longer.
    returning l.id, l.xmax <> '0'::xid as is_update,
      pg_catalog.hashtextextended(row(l."Course Name", l."Course Description", l."Subject", l."Instructor",
        l."Insitution", l."SEO:Slug", l."Image", l."Lecture Number", l."lecture name", l.youtube, l."Keywords",
        l."View Rate", l."Views")::text, 0) as digest
  ), noted as (
    insert into private.lecture_changes (job_id, seq, lecture_id, op, before, after_digest)
    select p_job, job.change_count + row_number() over (order by w.id), w.id,
      case when w.is_update then 'u' else 'i' end,
      -- The row as it was when this statement began.
      case when w.is_update then (select to_jsonb(o) from public.lectures o where o.id = w.id) end,
      w.digest
    from written w
    returning 1
  )
  select
    count(*) filter (where c.is_new),
    count(*) filter (where c.is_changed),
    count(*) filter (where not c.is_new and not c.is_changed),
    count(*) filter (where c.is_changed and (c.is_repeated or c.nth = any (p_repeated))),
    (
      select count(*) from compared e
      cross join lateral (select x as row from public.lectures x where x.id = e.lecture_id offset 0) l
      where e.file_cells is not null and e.is_last and not job.overwrites_edits
        and private.disputed_cells(l.row, e.file_cells) <> '{}'
    ),
    count(*) filter (where c.is_placed),
    (select count(*) from noted)
  into inserted, updated, unchanged, replacing, edited, placed, changes
  from compared c;
  update public.import_jobs j set
    replacing_rows = j.replacing_rows + replacing, edited_rows = j.edited_rows + edited
  where j.id = p_job and replacing + edited > 0;

  if placed > 0 then
    -- The next file that calls their course so means these lectures.
    with named as materialized (
      select n.name, private.present_course(n.name) as present
      from (select distinct v ->> 'course_name' as name from json_array_elements(p_rows::json) v) n
    )
    insert into private.former_lecture_keys (course_name, lecture_name, lecture_number, lecture_id, job_id)
    select v.course_name, v.lecture_name, v.lecture_number, l.id, p_job
    from json_to_recordset(p_rows::json) as v (course_name text, lecture_number integer, lecture_name text)
    join named n on n.name = v.course_name and n.present is not null
    join public.lectures l on l."Course Name" = n.present and l."lecture name" = v.lecture_name
      and l."Lecture Number" is not distinct from v.lecture_number
    on conflict do nothing;
  end if;
  if job.overwrites_edits and changes > 0 then
    -- What the file has not changed stays corrected by hand, as after an undo of this job.
    with overwritten as (
      delete from private.lecture_edits e
      using private.lecture_changes c, public.lectures l
      where c.job_id = p_job and c.seq > job.change_count and c.op = 'u'
        and l.id = c.lecture_id and e.lecture_id = c.lecture_id
        and to_jsonb(l) -> e.field is distinct from c.before -> e.field
      returning e.*
    )
    insert into private.undone_corrections (job_id, edits, keys)
    select p_job, jsonb_agg(e), '[]' from overwritten e having count(*) > 0;
  end if;
  if changes > 0 then
    perform private.follow_courses(p_job, addresses, null, job.change_count);
  end if;
  rejected := private.reject_rows(p_job, p_rejected);
  perform private.advance_import_job(p_job, inserted, updated, unchanged, 0, rejected, changes);
  return next;
end
$$;
comment on function public.write_import_batch(uuid, uuid, integer, text, text, integer[]) is
  'Writes rows, rejections and the position of a worker''s job in one transaction, renews its lease, and counts what '
  'became of the rows. p_repeated are the places of rows about lectures of earlier batches. What it changes can be taken '
  'back. Refused with 55006 where another worker has the job.';
grant execute on function public.write_import_batch(uuid, uuid, integer, text, text, integer[]) to service_role;

create function public.check_import_batch(
  p_job uuid, p_worker uuid, p_position integer, p_rows text, p_rejected text default '[]',
  p_digests text default '', p_fields text default '[]',
  p_updated_again integer default 0, p_unchanged_again integer default 0, p_rejected_keys text default '[]'
)
returns table (inserted integer, updated integer, unchanged integer, rejected integer, wanted integer[])
language plpgsql volatile set search_path = ''
as $$
declare
  job public.import_jobs;
  edited integer;
  lost integer;
  lost_edits integer;
  rejected_ids bigint[];
  replacing integer;
  added integer;
  changed integer;
  screened record;
begin
  job := private.hold_import_job(p_job, p_worker, p_position, 'check');
  perform private.expect_emptied(job.emptied, p_rows);
  if p_digests <> '' and not p_fields::jsonb ?& job.emptied then
    raise exception 'digests leave out fields that are to be emptied' using errcode = '22023';
  end if;
  -- Skipped without rows, as in most batches: a call that compares nothing takes as long as some hundred digests.
  select count(*) filter (where c.is_new), count(*) filter (where c.is_changed) into added, changed
  from private.compare_lectures(p_rows, false) c where p_rows <> '[]';
  select
    array_agg(s.nth) filter (where s.kind is null
      or s.kind = 'new' and s.place + job.inserted_rows + added <= 200
      or s.kind = 'changed' and s.place + job.updated_rows + changed <= 200) as wanted,
    count(*) filter (where s.kind = 'new') as inserted,
    count(*) filter (where s.kind = 'changed') as updated,
    count(*) filter (where s.kind = 'unchanged') as unchanged,
    count(*) filter (where s.is_emptied) as lost,
    array_agg(s.lecture_id) filter (where s.lecture_id is not null) as lecture_ids
  into screened
  from (
    select x.*, row_number() over (partition by x.kind order by x.nth) as place
    from private.screen_lectures(p_digests, p_fields, job.emptied) x
  ) s;
  if screened.wanted is not null then
    wanted := screened.wanted;
    return next;
    return;
  end if;

  select array_agg(coalesce(l.id, f.lecture_id)) into rejected_ids
  from json_to_recordset(p_rejected_keys::json) as r (course_name text, lecture_number integer, lecture_name text)
  left join public.lectures l
    on l."Course Name" = r.course_name and l."lecture name" = r.lecture_name
    and l."Lecture Number" is not distinct from r.lecture_number
  left join private.former_lecture_keys f
    on l.id is null and f.course_name = r.course_name and f.lecture_name = r.lecture_name
    and f.lecture_number is not distinct from r.lecture_number
  where coalesce(l.id, f.lecture_id) is not null;

  with compared as materialized (
    select c.* from private.compare_lectures(p_rows, false) c where p_rows <> '[]'
  ), described as (
    select c.*,
      jsonb_build_object(
        'course_name', c.course_name, 'course_description', c.course_description, 'subject', c.subject,
        'instructor', c.instructor, 'institution', c.institution, 'seo_slug', c.seo_slug, 'image', c.image,
        'lecture_number', c.lecture_number, 'lecture_name', c.lecture_name, 'youtube', c.youtube,
        'keywords', c.keywords, 'view_rate', c.view_rate, 'views', c.views
      ) as after
    from compared c
  ), versions as (
    select d.*,
      lag(d.after) over (partition by d.course_name, d.lecture_name, d.lecture_number order by d.nth) as earlier
    from described d
  ), ranked as (
    select c.*, case when c.is_new then 'new' else 'changed' end as kind,
      row_number() over (partition by c.is_new order by c.nth)
        + case when c.is_new then job.inserted_rows else job.updated_rows end as place
    from versions c where c.is_new or c.is_changed
  ), shown as (
    insert into public.import_differences (job_id, kind, nth, before, after)
    select p_job, r.kind, r.place,
      coalesce(r.earlier, (select private.lecture_json(l) from public.lectures l where l.id = r.lecture_id)), r.after
    from ranked r
    where r.place <= 200
  ), disputed as (
    -- Lectures from which the last of their rows differs in cells that were edited by hand.
    select c.nth, private.lecture_json(l.row) as before, private.lecture_json(l.row) || f.cells as after,
      row_number() over (order by c.nth) + job.edited_rows as place
    from compared c
    cross join lateral (select x as row from public.lectures x where x.id = c.lecture_id offset 0) l
    cross join lateral (select private.disputed_cells(l.row, c.file_cells) as cells offset 0) f
    where c.file_cells is not null and c.is_last and f.cells <> '{}'
  ), asked as (
    insert into public.import_differences (job_id, kind, nth, before, after)
    select p_job, 'edited', d.place, d.before, d.after from disputed d where d.place <= 200
  ), losing as (
    -- Cells that were edited by hand are kept, unless the import is to overwrite them.
    select private.has_cells(l, array(
        select f.field from unnest(job.emptied) f (field)
        where not exists (
          select from private.lecture_edits e
          where e.lecture_id = l.id and private.lecture_columns(jsonb_build_object(f.field, null)) ? e.field
        )
      )) as is_sure
    from compared c join public.lectures l on l.id = c.lecture_id
    where job.emptied <> '{}' and c.is_last and private.has_cells(l, job.emptied)
  ), seen as (
    insert into private.import_check_batches (job_id, position, lecture_ids, course_names)
    select p_job, p_position,
      -- A lecture whose row was rejected is not missing.
      coalesce(
        rejected_ids || screened.lecture_ids || array_agg(distinct c.lecture_id) filter (where c.lecture_id is not null), '{}'
      ),
      array(
        select n.name
        from string_to_table(split_part(p_digests, E'\x02', 1), E'\x01') as n (name)
        union
        select v ->> 'course_name' from json_array_elements(p_rows::json) v
      )
    from compared c
    having count(*) > 0 or p_digests <> '' or rejected_ids is not null
  )
  select
    count(*) filter (where c.is_new) + screened.inserted,
    count(*) filter (where c.is_changed) + screened.updated + p_updated_again,
    count(*) filter (where not c.is_new and not c.is_changed) + screened.unchanged + p_unchanged_again,
    count(*) filter (where c.is_changed and c.is_repeated) + p_updated_again,
    (select count(*) from disputed),
    (select count(*) from losing l where l.is_sure) + screened.lost,
    (select count(*) from losing l where not l.is_sure)
  into inserted, updated, unchanged, replacing, edited, lost, lost_edits
  from compared c;
  update public.import_jobs j set
    replacing_rows = j.replacing_rows + replacing, edited_rows = j.edited_rows + edited,
    emptied_rows = j.emptied_rows + lost, emptied_edited_rows = j.emptied_edited_rows + lost_edits
  where j.id = p_job and replacing + edited + lost + lost_edits > 0;

  rejected := private.reject_rows(p_job, p_rejected);
  perform private.advance_import_job(p_job, inserted, updated, unchanged, 0, rejected, 0);
  return next;
end
$$;
comment on function public.check_import_batch(uuid, uuid, integer, text, text, text, text, integer, integer, text) is
  'What write_import_batch would count and write, and writes none of it. Of most rows digests are enough, as of '
  'private.screen_lectures. Where some of these have to be seen whole, to be compared or shown, nothing is done and '
  'their places are in wanted: they are sent among p_rows then. Rows about lectures of earlier batches are not sent but '
  'counted by the worker: p_updated_again and p_unchanged_again. p_rejected_keys say which lectures rejected rows are about, '
  'as far as that can be told.';
grant execute on function public.check_import_batch(uuid, uuid, integer, text, text, text, text, integer, integer, text)
  to service_role;

-- ## Missing lectures
--
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
  -- Their files are removed after a week.
  delete from private.missing_lectures m
  using public.import_jobs j where j.id = m.job_id and j.created_at < now() - interval '8 days';
  delete from private.import_check_batches b
  using public.import_jobs j
  where j.id = b.job_id and j.status = 'failed' and j.created_at < now() - interval '8 days';
  insert into private.missing_lectures (job_id, nth, lecture_id, digest)
  select p_job, row_number() over (order by l."Course Name", l."Lecture Number", l.id), l.id, private.lecture_digest(l)
  from public.lectures l
  where l.id in (
      with named as materialized (
        select distinct unnest(b.course_names) as name from private.import_check_batches b where b.job_id = p_job
      )
      select o.id from named n join public.lectures o on o."Course Name" = n.name
      union
      -- Those of a course that was renamed or merged by hand, and of no other that they came to.
      select k.lecture_id from named n join private.former_lecture_keys k on k.course_name = n.name
      where k.merged_id is null and not exists (select from public.lectures o where o."Course Name" = n.name)
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
  batch bigint[];
  addresses jsonb;
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

  batch := array(
    select m.lecture_id from private.missing_lectures m
    where m.job_id = job.check_id and m.nth between first and first + least(p_limit, 1000) - 1
  );
  -- Row locks: no progress or notes can be added to these lectures until this transaction ends.
  perform 1 from public.lectures l where l.id = any (batch) order by l.id for update;
  addresses := private.course_addresses(private.courses_of(batch));

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
    insert into private.lecture_changes (job_id, seq, lecture_id, op, before, corrections)
    select p_job, job.change_count + row_number() over (order by j.nth), j.lecture_id, 'd', to_jsonb(j.lecture),
      private.corrections_of(j.lecture_id)
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
  if removed > 0 then
    perform private.follow_courses(p_job, addresses, null, job.change_count);
  end if;
  perform private.advance_import_job(p_job, 0, 0, unchanged, removed, 0, removed);
  return next;
end
$$;
comment on function public.remove_missing_batch(uuid, uuid, integer, integer) is
  'Removes the next lectures that were missing in the checked file of an import, at most 1,000, once its rows are in. What has '
  'changed since the check, and what learners have begun, stays. Refused with 55006 where another worker has the job.';
grant execute on function public.remove_missing_batch(uuid, uuid, integer, integer) to service_role;

-- ## Column choices
--
-- Editors' choices for file columns whose names do not tell what they contain; they apply to all editors' next files.

create table private.column_choices (
  -- The names of all columns, as a JSON text.
  header text primary key check (char_length(header) <= 10000),
  -- In the format of import_jobs.fields.
  fields jsonb not null check (jsonb_typeof(fields) = 'array' and pg_column_size(fields) < 100000),
  chosen_at timestamptz not null default clock_timestamp()
);
comment on table private.column_choices is 'What the columns of files with this header hold: of the last 30 headers.';
alter table private.column_choices enable row level security;

-- Security definer, this function and the next: editors may use the table only through them.
create function private.remember_columns(p_header text, p_fields text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.can_edit() then
    raise exception 'not for this account' using errcode = '42501';
  end if;
  insert into private.column_choices (header, fields) values (p_header, p_fields::jsonb)
  on conflict (header) do update set fields = excluded.fields, chosen_at = excluded.chosen_at;
  delete from private.column_choices c
  where c.header in (select o.header from private.column_choices o order by o.chosen_at desc offset 30);
end
$$;

create function private.remembered_columns() returns table (header text, fields jsonb)
language sql stable security definer set search_path = ''
as $$
  select c.header, c.fields from private.column_choices c where (select private.can_edit()) order by c.chosen_at desc
$$;
grant execute on function private.remember_columns(text, text), private.remembered_columns() to authenticated;

create function public.remember_columns(p_header text, p_fields text) returns void
language sql volatile set search_path = ''
as $$ select private.remember_columns(p_header, p_fields) $$;
comment on function public.remember_columns(text, text) is
  'Remembers what the columns of files with this header hold, for all editors. Fields are a JSON text, as import_jobs has them.';

create function public.remembered_columns() returns table (header text, fields jsonb)
language sql stable set search_path = ''
as $$ select * from private.remembered_columns() $$;
comment on function public.remembered_columns() is 'What editors have said about columns, the last first: of 30 headers at most.';
grant execute on function public.remember_columns(text, text), public.remembered_columns() to authenticated;

-- ## Reports
--
-- What the console shows of one import, check or undo.

create function private.undo_depth(p_job uuid) returns integer
language sql stable set search_path = ''
as $$
  with recursive undos as (
    select p_job as id, 0 as nth
    union all
    select j.id, u.nth + 1 from undos u join public.import_jobs j on j.undo_of = u.id
    where j.status in ('completed', 'failed') and j.change_count > 0
  )
  select max(u.nth) from undos u
$$;
comment on function private.undo_depth(uuid) is
  'How many undos follow a job: its undo, the undo of that, and so on. Of an odd number, its changes are taken back.';

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
    'undo', (
      select to_jsonb(j) from public.import_jobs j where j.undo_of = p_job
      -- The last one, unless that has left all as it was.
      order by j.status <> 'completed' or j.change_count > 0 or j.rejected_rows = 0 desc, j.created_at desc limit 1
    ),
    -- Of an even number of undos, the last one has brought the job's changes back.
    'undo_undone', private.undo_depth(p_job) > 0 and private.undo_depth(p_job) % 2 = 0,
    'import', (
      select to_jsonb(j) from public.import_jobs j where j.check_id = p_job order by j.created_at desc limit 1
    ),
    -- Something was imported, taken back or corrected since the check began.
    'outdated', job.mode = 'check' and exists (
      select from public.import_jobs j
      where j.mode <> 'check' and j.change_count > 0 and j.updated_at > coalesce(job.started_at, job.created_at)
    ),
    'kept', (
      select count(*) from private.missing_lectures m where m.job_id = p_job and private.has_learners(m.lecture_id)
    ),
    'rejections', (
      select coalesce(jsonb_agg(to_jsonb(r) - 'job_id' order by r.row_number, r.fault_number), '[]')
      from (
        -- All faults of the first rows.
        select * from public.import_rejections r where r.job_id = p_job order by r.row_number fetch first 20 rows with ties
      ) r
    ),
    'differences', (
      select coalesce(jsonb_agg(to_jsonb(d) - 'job_id' order by d.nth), '[]')
      from public.import_differences d where d.job_id = p_job
    ),
    'courses', (
      with changed as materialized (
        select distinct l."Course Name" as course_name
        from private.lecture_changes x join public.lectures l on l.id = x.lecture_id
        where x.job_id = p_job
      ), listed as (
        select c.course_name, s.course_id, s.preferred_id,
          row_number() over (order by lower(c.course_name), c.course_name) as nth
        from changed c left join public.course_summaries s on s.course_name = c.course_name
      ), waiting as (
        select c.* from listed c
        where c.course_id <> c.preferred_id
          and exists (select from public.course_summaries o where o.course_id = c.preferred_id)
        order by c.nth limit 5
      )
      select jsonb_build_object(
        'total', (select count(*) from listed),
        'first', (
          select coalesce(jsonb_agg(jsonb_build_object('name', c.course_name, 'course_id', c.course_id) order by c.nth), '[]')
          from listed c where c.nth <= 24
        ),
        'waiting', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'name', w.course_name, 'course_id', w.course_id, 'preferred_id', w.preferred_id
          ) order by w.nth), '[]')
          from waiting w
        )
      )
    )
  );
end
$$;
grant execute on function private.import_report(uuid) to authenticated;

create function public.import_report(p_job uuid) returns jsonb
language sql stable set search_path = ''
as $$ select private.import_report(p_job) $$;
comment on function public.import_report(uuid) is
  'All that the console shows of a job: { job, person, undo_of, undo, undo_undone, import, outdated, kept, '
  'rejections, differences, courses }, the first 20 faults, the first 24 courses with changes, and the first 5 with '
  'a slug that is another course''s address. Kept are missing lectures that an import would not remove. Null where '
  'there is no such job.';
grant execute on function public.import_report(uuid) to authenticated;

create function public.recent_checks() returns setof public.import_jobs
language sql stable rows 10 set search_path = ''
as $$
  select * from public.import_jobs j where j.mode = 'check' and (select private.can_view_console())
  order by j.created_at desc, j.id limit 10
$$;
comment on function public.recent_checks() is 'The last ten checks, the newest first.';
grant execute on function public.recent_checks() to authenticated;

-- Who works on an import: a worker holds a job for as long as it renews its lease. A job whose
-- worker died is free again when the lease has run out, and goes on from its position.

alter table public.import_jobs
  -- As the administrator's computer calls it; file_path is its name in the bucket.
  add column file_name text check (char_length(file_name) between 1 and 255),
  add column lease_owner uuid,
  add column lease_until timestamptz,
  -- How often the job was taken up since a batch last went in.
  add column attempts integer not null default 0 check (attempts >= 0),
  add constraint import_jobs_completed_whole
    check (status <> 'completed' or total_rows is not distinct from processed_rows);
create index import_jobs_open on public.import_jobs (created_at, id)
  where status in ('pending', 'processing');

create function private.import_lease() returns interval
language sql immutable set search_path = ''
as $$ select interval '15 seconds' $$;
comment on function private.import_lease() is 'How long a worker that was not heard of keeps a job.';

-- A job that brings down whoever works on it must not do so for ever.
create function private.import_attempts() returns integer
language sql immutable set search_path = ''
as $$ select 10 $$;
comment on function private.import_attempts() is
  'How often a job is taken up without a batch going in before it counts as failed.';
revoke execute on function private.import_lease(), private.import_attempts() from public;
grant execute on function private.import_lease(), private.import_attempts() to service_role;

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

create function private.fail_import_job(p_job uuid, p_error text) returns void
language sql volatile set search_path = ''
as $$
  update public.import_jobs j set
    status = 'failed', error_message = p_error, lease_owner = null, lease_until = null,
    attempts = 0, updated_at = clock_timestamp()
  where j.id = p_job
$$;

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

revoke execute on function private.fail_import_job(uuid, text) from public;
grant execute on function private.fail_import_job(uuid, text) to service_role;
revoke execute on function public.claim_import_job(uuid, uuid) from public, anon, authenticated;
revoke execute on function public.renew_import_lease(uuid, uuid, integer) from public, anon, authenticated;
revoke execute on function public.import_batch(uuid, uuid, integer, text, text) from public, anon, authenticated;
revoke execute on function public.finish_import_job(uuid, uuid, text) from public, anon, authenticated;
revoke execute on function public.release_import_job(uuid, uuid, text) from public, anon, authenticated;
revoke execute on function public.retry_import_job(uuid) from public, anon, authenticated;
grant execute on function
  public.claim_import_job(uuid, uuid), public.renew_import_lease(uuid, uuid, integer),
  public.import_batch(uuid, uuid, integer, text, text), public.finish_import_job(uuid, uuid, text),
  public.release_import_job(uuid, uuid, text), public.retry_import_job(uuid)
  to service_role;

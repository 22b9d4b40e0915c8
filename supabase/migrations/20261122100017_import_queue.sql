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

create function public.renew_import_lease(p_job uuid, p_worker uuid, p_total integer default null)
returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  update public.import_jobs j set
    lease_until = clock_timestamp() + make_interval(secs => j.lease_seconds), updated_at = clock_timestamp()
  where j.id = p_job and j.lease_owner = p_worker and j.status = 'processing';
  if found and p_total is not null then
    perform private.set_import_total(p_job, p_total);
    return true;
  end if;
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

create function public.retry_import_job(p_job uuid) returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  update public.import_jobs j set
    status = 'pending', error_message = null, cancelled_at = null, attempts = 0, updated_at = clock_timestamp()
  where j.id = p_job and j.status = 'failed' and (j.can_retry or j.file_path like 'data/%');
  return found;
end
$$;
comment on function public.retry_import_job(uuid) is
  'Has a failed or cancelled job go on from where it stopped; false for one that did not fail, or would fail again.';
grant execute on function public.retry_import_job(uuid) to service_role;

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

-- What a learner has completed, and how far into a lecture she was.

create table public.user_progress (
  user_id uuid not null references auth.users (id) on delete cascade,
  record_id bigint not null references public.lectures (id) on delete cascade,
  completed boolean not null default false,
  last_watched_position double precision not null default 0
    check (last_watched_position >= 0 and last_watched_position < 'infinity'),
  updated_at timestamptz not null default now(),
  primary key (user_id, record_id)
);
comment on table public.user_progress is 'Progress of an account in a lecture (record_id is the lecture id).';
create index user_progress_record on public.user_progress (record_id);

-- The time is the database's: a client cannot choose it.
create function private.touch_progress() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;
revoke execute on function private.touch_progress() from public;
create trigger touch_progress before insert or update on public.user_progress
  for each row execute function private.touch_progress();

alter table public.user_progress enable row level security;
create policy user_progress_select_own on public.user_progress
  for select to authenticated using (user_id = (select auth.uid()));
create policy user_progress_insert_own on public.user_progress
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy user_progress_update_own on public.user_progress
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy user_progress_delete_own on public.user_progress
  for delete to authenticated using (user_id = (select auth.uid()));

grant select, insert, update, delete on public.user_progress to authenticated;
grant all on public.user_progress to service_role;

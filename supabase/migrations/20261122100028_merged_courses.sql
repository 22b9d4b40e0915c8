-- Addresses of courses that were merged into others: they lead to the course of today.

create table private.merged_courses (
  id bigint generated always as identity primary key,
  -- What it had as its address; null where none of its lectures was shown.
  course_id text,
  course_name text not null,
  into_name text not null,
  -- The merge, and the undo that has taken it back.
  job_id uuid not null references public.import_jobs (id) on delete cascade,
  undone_by uuid references public.import_jobs (id) on delete cascade
);
comment on table private.merged_courses is 'Which course each merged one went into.';
create index merged_courses_course_id on private.merged_courses (course_id);
create index merged_courses_course_name on private.merged_courses (course_name);
create index merged_courses_job on private.merged_courses (job_id);
create index merged_courses_undone_by on private.merged_courses (undone_by);
alter table private.merged_courses enable row level security;
grant select, update on private.merged_courses to service_role;

create function private.undo_merge(p_job uuid, p_undone uuid) returns void
language sql volatile set search_path = ''
as $$
  update private.merged_courses m set undone_by = p_job where m.job_id = p_undone;
  -- An undo of an undo merges once more.
  update private.merged_courses m set job_id = p_job, undone_by = null where m.undone_by = p_undone;
$$;
comment on function private.undo_merge(uuid, uuid) is 'Notes that a job takes another one back, which may have merged courses.';
grant execute on function private.undo_merge(uuid, uuid) to service_role;

-- Security definer: visitors may not read what was corrected.
create function private.moved_course(p_course_id text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  name text;
  address text;
begin
  select m.into_name into name from private.merged_courses m
  where (m.course_id = p_course_id or m.course_name = p_course_id) and m.undone_by is null
  order by m.id desc limit 1;
  -- No further than ten merges and names: a circle must end.
  for step in 1 .. 10 loop
    exit when name is null;
    select c.course_id into address from public.course_summaries c where c.course_name = name;
    exit when address is not null;
    name := coalesce(
      (
        select m.into_name from private.merged_courses m
        where m.course_name = name and m.undone_by is null order by m.id desc limit 1
      ),
      (
        select l."Course Name" from private.former_lecture_keys k join public.lectures l on l.id = k.lecture_id
        where k.course_name = name limit 1
      )
    );
  end loop;
  return address;
end
$$;
grant execute on function private.moved_course(text) to anon, authenticated, service_role;

create function public.moved_course(p_course_id text) returns text
language sql stable set search_path = ''
as $$ select private.moved_course(p_course_id) $$;
comment on function public.moved_course(text) is
  'Where a course is now that was merged into another one, by the address or name that it had; null where it was not.';
grant execute on function public.moved_course(text) to anon, authenticated, service_role;

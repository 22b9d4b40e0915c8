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

create table private.merged_questions (
  job_id uuid not null references public.import_jobs (id) on delete cascade,
  question_id bigint not null,
  -- The whole row, as it was in the course that was merged.
  question jsonb not null,
  -- Whether the other course had the same question, and this one was deleted.
  is_twin boolean not null,
  primary key (job_id, question_id)
);
comment on table private.merged_questions is
  'Quiz questions of merged courses, for as long as their merge can be taken back.';
alter table private.merged_questions enable row level security;
grant select, insert, delete on private.merged_questions to service_role;

-- Questions hang on the address of their course.
create function private.merge_questions(p_job uuid, p_from text, p_into text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- None is added meanwhile. In one order, or two merges might wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('quiz ' || a.address, 0))
  from (select unnest(array[p_from, p_into]) as address order by 1) a;
  insert into private.merged_questions (job_id, question_id, question, is_twin)
  select p_job, q.id, to_jsonb(q),
    exists (select from public.quiz_questions o where o.course_id = p_into and o.question = q.question)
  from public.quiz_questions q where q.course_id = p_from and p_into <> p_from;
  if not found then
    return;
  end if;
  delete from public.quiz_questions q using private.merged_questions m
  where m.job_id = p_job and m.is_twin and q.id = m.question_id;
  -- They stand behind those of the other course.
  update public.quiz_questions q set course_id = p_into, place = q.place + b.last
  from private.merged_questions m,
    (select coalesce(max(o.place), 0) as last from public.quiz_questions o where o.course_id = p_into) b
  where m.job_id = p_job and q.id = m.question_id;
end
$$;
comment on function private.merge_questions(uuid, text, text) is
  'Gives the questions of the course at one address to the course at another. Of one that both have the other''s stays.';
grant execute on function private.merge_questions(uuid, text, text) to service_role;

create function private.part_questions(p_job uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- Statements that change no question would have pages made anew all the same.
  if not exists (select from private.merged_questions m where m.job_id = p_job) then
    return;
  end if;
  -- What was edited since keeps its contents, and what was deleted since stays away.
  update public.quiz_questions q set course_id = b.course_id, place = b.place
  from private.merged_questions m cross join lateral jsonb_populate_record(null::public.quiz_questions, m.question) b
  where m.job_id = p_job and not m.is_twin and q.id = m.question_id
    and not exists (select from public.quiz_questions o where o.course_id = b.course_id and o.question = q.question);
  insert into public.quiz_questions overriding system value
  select b.* from private.merged_questions m
  cross join lateral jsonb_populate_record(null::public.quiz_questions, m.question) b
  where m.job_id = p_job and m.is_twin
  on conflict do nothing;
  delete from private.merged_questions m where m.job_id = p_job;
end
$$;
comment on function private.part_questions(uuid) is 'Gives the questions of a merged course back to it.';
grant execute on function private.part_questions(uuid) to service_role;

create function private.undo_merge(p_job uuid, p_undone uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  merge record;
begin
  perform private.part_questions(p_undone);
  update private.merged_courses m set undone_by = p_job where m.job_id = p_undone;
  -- An undo of an undo merges once more.
  for merge in
    update private.merged_courses m set job_id = p_job, undone_by = null where m.undone_by = p_undone
    returning m.course_id, (select c.course_id from public.course_summaries c where c.course_name = m.into_name) as into_id
  loop
    perform private.merge_questions(p_job, merge.course_id, merge.into_id);
  end loop;
end
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

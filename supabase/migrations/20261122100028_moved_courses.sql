-- When a correction changes the address of a course, former addresses lead to the present course, and its quiz
-- questions move along.

create table private.moved_courses (
  id bigint generated always as identity primary key,
  -- The former address of the course.
  course_id text not null,
  course_name text not null,
  -- The same as course_name if only the address has changed.
  into_name text not null,
  -- The correction or undo that moved the course, and the undo that reverted the move.
  job_id uuid not null references public.import_jobs (id) on delete cascade,
  undone_by uuid references public.import_jobs (id) on delete cascade
);
comment on table private.moved_courses is 'Which course each one went into that was merged, renamed or given another address.';
create index moved_courses_course_id on private.moved_courses (course_id);
create index moved_courses_course_name on private.moved_courses (course_name);
create index moved_courses_job on private.moved_courses (job_id);
create index moved_courses_undone_by on private.moved_courses (undone_by);
alter table private.moved_courses enable row level security;

create table private.moved_questions (
  job_id uuid not null references public.import_jobs (id) on delete cascade,
  question_id bigint not null,
  course_name text not null,
  -- The whole row, as it was in that course.
  question jsonb not null,
  -- Whether the other course had the same question, so that this one was deleted.
  is_twin boolean not null,
  primary key (job_id, question_id)
);
comment on table private.moved_questions is
  'Quiz questions that followed their course to another address, for as long as that can be taken back.';
alter table private.moved_questions enable row level security;
grant select, delete on private.moved_questions to service_role;

-- Security definer, all of these: visitors may not read corrections, and accounts may not write questions.

create function private.course_addresses(p_courses text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(a.name, a.address), '{}')
  from (
    select c.name, private.course_address(c.name) as address from (select distinct unnest(p_courses) as name) c
  ) a
  where a.address is not null
$$;
comment on function private.course_addresses(text[]) is
  'The addresses of those of these courses that there are, by their names: what private.follow_courses is told.';
grant execute on function private.course_addresses(text[]) to service_role;

-- p_moves maps each former address to an array of the course's name there and the new address.
create function private.move_questions(p_job uuid, p_moves jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  questions public.quiz_questions[];
begin
  -- Locks out new questions meanwhile; in a fixed order, so that two corrections cannot deadlock.
  perform pg_advisory_xact_lock(hashtextextended('quiz ' || a.address, 0))
  from (
    select m.key as address from jsonb_each(p_moves) m union select m.value ->> 1 from jsonb_each(p_moves) m order by 1
  ) a;
  questions := array(
    select q from jsonb_object_keys(p_moves) as m (address) join public.quiz_questions q on q.course_id = m.address
  );
  -- Even statements that change no question would expire the pages.
  if cardinality(questions) = 0 then
    return;
  end if;
  -- All questions are removed first, because two courses may have swapped their addresses.
  delete from public.quiz_questions q where q.id in (select o.id from unnest(questions) o);
  -- Placed after the existing questions of the course.
  insert into public.quiz_questions (id, course_id, question, options, correct_answer, explanation, place)
  overriding system value
  select q.id, p_moves -> q.course_id ->> 1, q.question, q.options, q.correct_answer, q.explanation, q.place + b.last
  from unnest(questions) q
  cross join lateral (
    select coalesce(max(o.place), 0) as last from public.quiz_questions o where o.course_id = p_moves -> q.course_id ->> 1
  ) b
  on conflict do nothing;
  insert into private.moved_questions (job_id, question_id, course_name, question, is_twin)
  select p_job, q.id, p_moves -> q.course_id ->> 0, to_jsonb(q),
    not exists (select from public.quiz_questions o where o.id = q.id)
  from unnest(questions) q
  on conflict (job_id, question_id) do update set is_twin = excluded.is_twin;
end
$$;
comment on function private.move_questions(uuid, jsonb) is
  'Gives the questions at some addresses to other ones. Of one that is there already the one there stays.';

create function private.follow_courses(
  p_job uuid, p_before jsonb, p_into text default null, p_after integer default 0
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  moves jsonb;
begin
  with went as (
    select c.before ->> 'Course Name' as course_name, min(l."Course Name") as into_name
    from private.lecture_changes c join public.lectures l on l.id = c.lecture_id
    where c.job_id = p_job and c.seq > p_after and c.op = 'u'
    group by 1
  ), found as (
    select b.key as course_name, b.value as course_id,
      case
        when exists (select from public.lectures l where l."Course Name" = b.key) then b.key
        else coalesce(p_into, w.into_name, (
          -- For the undo of an undo, the move from before: a merge may have left no lecture that shows it.
          select m.into_name from private.moved_courses m join public.import_jobs j on j.undo_of = m.undone_by
          where j.id = p_job and m.course_name = b.key
          order by m.id desc limit 1
        ))
      end as into_name
    from jsonb_each_text(p_before) b left join went w on w.course_name = b.key
  ), noted as (
    insert into private.moved_courses as m (course_id, course_name, into_name, job_id)
    select f.course_id, f.course_name, f.into_name, p_job from found f
    where f.into_name <> f.course_name or private.course_address(f.course_name) <> f.course_id
    returning m.course_id, m.course_name, private.course_address(m.into_name) as address
  )
  select jsonb_object_agg(n.course_id, jsonb_build_array(n.course_name, n.address)) into moves
  from noted n where n.address <> n.course_id;
  if moves is not null then
    perform private.move_questions(p_job, moves);
  end if;
end
$$;
comment on function private.follow_courses(uuid, jsonb, text, integer) is
  'Notes which courses have another address than before a change of lectures, and gives them their questions there. A course that '
  'is gone went into p_into, or where its lectures went by the changes of the job behind p_after.';
grant execute on function private.follow_courses(uuid, jsonb, text, integer) to service_role;

create function private.part_questions(p_job uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  returning_ids constant bigint[] := array(
    select m.question_id from private.moved_questions m
    where m.job_id = p_job and private.course_address(m.course_name) is not null
  );
begin
  if cardinality(returning_ids) = 0 then
    return;
  end if;
  -- Questions edited since keep their contents, and those deleted since are not restored.
  update public.quiz_questions q set course_id = b.address, place = b.place
  from (
    select m.question_id, private.course_address(m.course_name) as address, (m.question ->> 'place')::integer as place
    from private.moved_questions m where m.job_id = p_job and m.question_id = any (returning_ids) and not m.is_twin
  ) b
  where q.id = b.question_id and not exists (
    select from public.quiz_questions o where o.course_id = b.address and o.question = q.question and o.id <> q.id
  );
  insert into public.quiz_questions overriding system value
  select b.* from private.moved_questions m
  cross join lateral jsonb_populate_record(
    null::public.quiz_questions, m.question || jsonb_build_object('course_id', private.course_address(m.course_name))
  ) b
  where m.job_id = p_job and m.question_id = any (returning_ids) and m.is_twin
  on conflict do nothing;
  delete from private.moved_questions m where m.job_id = p_job and m.question_id = any (returning_ids);
end
$$;
comment on function private.part_questions(uuid) is
  'Gives the questions that followed a course by a job back to it, where it stands now; none where it is not there.';

create function private.undo_moves(p_job uuid, p_undone uuid, p_before jsonb, p_after integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.part_questions(p_undone);
  perform private.follow_courses(p_job, p_before, null, p_after);
  update private.moved_courses m set undone_by = p_job
  where m.job_id = p_undone and m.undone_by is null and m.into_name <> m.course_name
    and exists (select from public.lectures l where l."Course Name" = m.course_name);
end
$$;
comment on function private.undo_moves(uuid, uuid, jsonb, integer) is
  'Has questions and former addresses follow what a batch of an undo has changed; the addresses before it are p_before, and its '
  'changes are behind p_after.';
grant execute on function private.undo_moves(uuid, uuid, jsonb, integer) to service_role;

create function private.moved_course(p_course_id text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  name text;
  address text;
begin
  select m.into_name into name from private.moved_courses m
  where (m.course_id = p_course_id or m.course_name = p_course_id) and m.undone_by is null
  order by m.id desc limit 1;
  -- Follows at most ten moves, so that a cycle ends.
  for step in 1 .. 10 loop
    exit when name is null;
    select c.course_id into address from public.course_summaries c where c.course_name = name;
    exit when address is not null;
    name := (
      select m.into_name from private.moved_courses m
      where m.course_name = name and m.into_name <> name and m.undone_by is null
      order by m.id desc limit 1
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
  'Where a course is now that was merged, renamed or given another address, by the address or name that it had; null where it was '
  'not.';
grant execute on function public.moved_course(text) to anon, authenticated, service_role;

-- The question bank (empty as shipped), what a quiz reads from it, and the import of questions. No policy lets a
-- learner read the table: a row holds the correct answer, which must not reach a page before the question is
-- answered. Only the app's server reads an answer, once the question is answered.

create table public.quiz_questions (
  id bigint generated always as identity primary key,
  course_id text not null check (char_length(course_id) between 1 and 250),
  question text not null check (btrim(question) <> '' and char_length(question) <= 2000),
  options text[] not null check (cardinality(options) between 2 and 26 and array_position(options, null) is null),
  correct_answer integer not null check (correct_answer >= 0 and correct_answer < cardinality(options)),
  explanation text check (char_length(explanation) <= 5000),
  -- Position among the questions of the course; of two at the same position the older one comes first.
  place integer not null default 0,
  unique (course_id, question)
);
comment on table public.quiz_questions is 'Multiple-choice questions of a course; correct_answer is the index into options.';

alter table public.quiz_questions enable row level security;
create policy quiz_questions_select_editor on public.quiz_questions
  for select to authenticated using ((select private.can_edit()));
grant select on public.quiz_questions to authenticated;
grant select, insert, update, delete on public.quiz_questions to service_role;

-- Course pages say whether there is a quiz.
create trigger expire_pages after insert or update or delete or truncate on public.quiz_questions
  for each statement execute function private.expire_pages();

-- Security definer: no policy lets visitors read the table. These two functions return no answers.
create function private.quiz_questions_of(p_course_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object('id', q.id, 'question', q.question, 'options', q.options) order by q.place, q.id
  )
  from public.quiz_questions q where q.course_id = p_course_id
$$;
comment on function private.quiz_questions_of(text) is
  'Questions of a course without their answers, in their order; null for none.';
grant execute on function private.quiz_questions_of(text) to anon, authenticated, service_role;

create function private.count_quiz_questions(p_course_id text) returns integer
language sql stable security definer set search_path = ''
as $$ select count(*)::integer from public.quiz_questions q where q.course_id = p_course_id $$;
comment on function private.count_quiz_questions(text) is 'How many questions a course has.';
grant execute on function private.count_quiz_questions(text) to anon, authenticated, service_role;

-- One row with all questions, because the API cuts longer answers at its row limit.
create function public.find_quiz(p_course_id text)
returns table (course_id text, course_name text, questions jsonb)
language sql stable rows 1 set search_path = ''
as $$
  select c.course_id, c.course_name, q.questions
  from public.find_course(p_course_id) c
  cross join lateral (select private.quiz_questions_of(c.course_id) as questions) q
  where q.questions is not null
$$;
comment on function public.find_quiz(text) is
  'The quiz of the course at an address, without answers; no row for a course that has no questions.';
grant execute on function public.find_quiz(text) to anon, authenticated, service_role;

create function private.log_quiz(p_event text, p_course_id text, p_details jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.log_event(p_event, null, jsonb_build_object('course', coalesce(
    (select c.course_name from public.course_summaries c where c.course_id = p_course_id), p_course_id
  )) || jsonb_strip_nulls(p_details))
$$;
grant execute on function private.log_quiz(text, text, jsonb) to service_role;

-- Writes questions in one transaction. p_questions is a JSON text (the embedded API cannot pass a jsonb array):
-- objects with the table's columns, each question of a course at most once.
create function public.import_quiz_questions(p_questions text)
returns table (inserted integer, updated integer, unchanged integer)
language plpgsql volatile set search_path = ''
as $$
declare
  counts jsonb;
begin
  with incoming as materialized (
    select r.*
    from rows from (jsonb_to_recordset(p_questions::jsonb) as (
      course_id text, question text, options text[], correct_answer integer, explanation text
    )) with ordinality as r (course_id, question, options, correct_answer, explanation, file_order)
  ), compared as (
    select i.course_id, q.id is null as is_new,
      (q.options, q.correct_answer, q.explanation)
        is distinct from (i.options, i.correct_answer, i.explanation) as is_changed
    from incoming i
    left join public.quiz_questions q on q.course_id = i.course_id and q.question = i.question
  ), last_places as (
    select i.course_id, coalesce(max(q.place), 0) as place
    from (select distinct course_id from incoming) i
    left join public.quiz_questions q on q.course_id = i.course_id
    group by i.course_id
  ), written as (
    insert into public.quiz_questions as q (course_id, question, options, correct_answer, explanation, place)
    select i.course_id, i.question, i.options, i.correct_answer, i.explanation, p.place + i.file_order
    from incoming i join last_places p on p.course_id = i.course_id
    order by i.file_order
    on conflict (course_id, question) do update set
      options = excluded.options, correct_answer = excluded.correct_answer,
      explanation = excluded.explanation
    where (q.options, q.correct_answer, q.explanation)
      is distinct from (excluded.options, excluded.correct_answer, excluded.explanation)
  )
  select coalesce(jsonb_agg(k), '[]') into counts
  from (
    select c.course_id as course, count(*) filter (where c.is_new) as added,
      count(*) filter (where not c.is_new and c.is_changed) as changed,
      count(*) filter (where not c.is_new and not c.is_changed) as same
    from compared c group by c.course_id
  ) k;
  select coalesce(sum(k.added), 0), coalesce(sum(k.changed), 0), coalesce(sum(k.same), 0)
  into inserted, updated, unchanged
  from jsonb_to_recordset(counts) as k (added integer, changed integer, same integer);
  perform private.log_quiz('quiz imported', k.course, jsonb_build_object('added', k.added, 'changed', k.changed))
  from jsonb_to_recordset(counts) as k (course text, added integer, changed integer)
  where k.added + k.changed > 0;
  return next;
end
$$;
comment on function public.import_quiz_questions(text) is
  'Writes questions and says how many were inserted, updated and unchanged.';
grant execute on function public.import_quiz_questions(text) to service_role;

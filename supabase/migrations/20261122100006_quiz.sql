-- Quizzes: the questions, what a quiz reads of them, and how editors change them.

-- ## Questions
--
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
  place integer not null default 0
);
-- By its hash, because an index entry holds 2,704 bytes, and a question of Chinese letters has up to 6,000.
create unique index quiz_questions_question on public.quiz_questions (course_id, md5(question));
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
  perform private.lock_catalogue();
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
    on conflict (course_id, md5(question)) do update set
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

-- ## Console
--
-- The console's screens of quiz questions. Accounts that may not edit get no rows and cannot change any.

insert into private.audit_events (event, kind, is_operators) values
  ('quiz imported', 'Quizzes', true),
  ('quiz question added', 'Quizzes', false),
  ('quiz question changed', 'Quizzes', false),
  ('quiz question moved', 'Quizzes', false),
  ('quiz question deleted', 'Quizzes', false);

create function public.admin_quizzes(p_query text, p_offset integer, p_limit integer)
returns table (total bigint, matches bigint, course_id text, course_name text, questions bigint)
language sql stable set search_path = ''
as $$
  with quizzes as materialized (
    select q.course_id, c.course_name, count(*) as questions
    from public.quiz_questions q
    left join public.course_summaries c on c.course_id = q.course_id
    group by q.course_id, c.course_name
  ), found as materialized (
    select z.* from quizzes z
    where strpos(lower(coalesce(z.course_name, z.course_id)), lower(btrim(p_query))) > 0 or btrim(p_query) = ''
  ), page as (
    select f.* from found f
    order by lower(coalesce(f.course_name, f.course_id)), f.course_id
    offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000)
  )
  select (select count(*) from quizzes), (select count(*) from found), p.course_id, p.course_name, p.questions
  from (select) one
  left join page p on true
  where (select private.can_edit())
  order by lower(coalesce(p.course_name, p.course_id)), p.course_id
$$;
comment on function public.admin_quizzes(text, integer, integer) is
  'A page of the courses that have questions, by name, of those whose name contains a text in any case; no name where the '
  'course is gone. A page without courses has one row with the totals alone.';
grant execute on function public.admin_quizzes(text, integer, integer) to authenticated;

create function private.quiz_version(p_question public.quiz_questions) returns text
language sql immutable set search_path = ''
as $$
  select md5(jsonb_build_array(
    p_question.question, p_question.options, p_question.correct_answer, p_question.explanation
  )::text)
$$;
comment on function private.quiz_version(public.quiz_questions) is 'Tells whether a question is what it was.';
grant execute on function private.quiz_version(public.quiz_questions) to authenticated;

-- Security definer: what replaces a quiz compares it as well.
create function private.quiz_state(p_course_id text) returns text
language sql stable security definer set search_path = ''
as $$
  select md5(concat_ws(',',
    (select c.course_name from public.course_summaries c where c.course_id = p_course_id),
    (
      select string_agg(q.id || ' ' || private.quiz_version(q), ',' order by q.place, q.id)
      from public.quiz_questions q where q.course_id = p_course_id
    )
  ))
$$;
comment on function private.quiz_state(text) is
  'Tells whether the quiz at an address is of the course of which it was, and its questions are what they were.';
grant execute on function private.quiz_state(text) to authenticated;

create function public.admin_quiz(p_course_id text)
returns table (course_id text, course_name text, questions jsonb, version text)
language sql stable rows 1 set search_path = ''
as $$
  select w.course_id, w.course_name, q.questions, private.quiz_state(w.course_id)
  from (
    select coalesce(c.course_id, p_course_id) as course_id, c.course_name
    from (select) one left join public.find_course(p_course_id) c on true
  ) w
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', o.id, 'question', o.question, 'options', o.options, 'correct_answer', o.correct_answer,
      'explanation', o.explanation, 'version', private.quiz_version(o)
    ) order by o.place, o.id), '[]') as questions
    from public.quiz_questions o where o.course_id = w.course_id
  ) q
  where (select private.can_edit()) and (w.course_name is not null or q.questions <> '[]')
$$;
comment on function public.admin_quiz(text) is
  'The questions of the course at an address, with their answers, in their order: one row, or none without course and '
  'questions.';
grant execute on function public.admin_quiz(text) to authenticated;

-- The functions below that accounts may call are security definer: accounts have no right to write the table.

-- Serializes changes of quizzes with each other and with what gives a course another address, which takes its quiz along.
create function private.begin_quiz_change() returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if not private.can_edit() then
    raise exception 'not for this account' using errcode = '42501';
  end if;
  perform private.lock_catalogue();
end
$$;

-- Locks a question for a change and returns its current state; null if it no longer exists.
create function private.begin_question_change(p_id bigint) returns public.quiz_questions
language plpgsql volatile set search_path = ''
as $$
declare
  known public.quiz_questions;
begin
  perform private.begin_quiz_change();
  select q.* into known from public.quiz_questions q where q.id = p_id for update;
  return known;
end
$$;

create function private.add_quiz_question(
  p_course_id text, p_question text, p_options text, p_correct_answer integer, p_explanation text
)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  course text;
begin
  perform private.begin_quiz_change();
  select c.course_id into course from public.find_course(p_course_id) c;
  if course is null then
    return 'no course';
  end if;
  insert into public.quiz_questions (course_id, question, options, correct_answer, explanation, place)
  values (
    course, p_question, array(select jsonb_array_elements_text(p_options::jsonb)), p_correct_answer,
    nullif(p_explanation, ''),
    (select coalesce(max(q.place), 0) + 1 from public.quiz_questions q where q.course_id = course)
  )
  on conflict (course_id, md5(question)) do nothing;
  if not found then
    return 'twin';
  end if;
  perform private.log_quiz('quiz question added', course, jsonb_build_object('question', left(p_question, 100)));
  return 'saved';
end
$$;
grant execute on function private.add_quiz_question(text, text, text, integer, text) to authenticated;

create function public.add_quiz_question(
  p_course_id text, p_question text, p_options text, p_correct_answer integer, p_explanation text
)
returns text
language sql volatile set search_path = ''
as $$ select private.add_quiz_question(p_course_id, p_question, p_options, p_correct_answer, p_explanation) $$;
comment on function public.add_quiz_question(text, text, text, integer, text) is
  'Adds a question behind those of a course; p_options is a JSON text. "saved", "no course", or "twin" where the course has '
  'the same question.';
grant execute on function public.add_quiz_question(text, text, text, integer, text) to authenticated;

create function private.change_quiz_question(
  p_id bigint, p_version text, p_question text, p_options text, p_correct_answer integer, p_explanation text
)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  known constant public.quiz_questions := private.begin_question_change(p_id);
begin
  if known.id is null then
    return 'gone';
  elsif private.quiz_version(known) <> p_version then
    return 'changed';
  elsif exists (
    select from public.quiz_questions q
    where q.course_id = known.course_id and q.question = p_question and q.id <> p_id
  ) then
    return 'twin';
  end if;
  update public.quiz_questions q set
    question = p_question, options = array(select jsonb_array_elements_text(p_options::jsonb)),
    correct_answer = p_correct_answer, explanation = nullif(p_explanation, '')
  where q.id = p_id;
  perform private.log_quiz(
    'quiz question changed', known.course_id, jsonb_build_object('question', left(p_question, 100))
  );
  return 'saved';
end
$$;
grant execute on function private.change_quiz_question(bigint, text, text, text, integer, text) to authenticated;

create function public.change_quiz_question(
  p_id bigint, p_version text, p_question text, p_options text, p_correct_answer integer, p_explanation text
)
returns text
language sql volatile set search_path = ''
as $$
  select private.change_quiz_question(p_id, p_version, p_question, p_options, p_correct_answer, p_explanation)
$$;
comment on function public.change_quiz_question(bigint, text, text, text, integer, text) is
  'Changes a question that is as its version says; p_options is a JSON text. "saved", "gone", "changed" where it is not, or '
  '"twin" where its course has the same question.';
grant execute on function public.change_quiz_question(bigint, text, text, text, integer, text) to authenticated;

create function private.move_quiz_question(p_id bigint, p_by integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  known constant public.quiz_questions := private.begin_question_change(p_id);
begin
  if known.id is null then
    return false;
  end if;
  update public.quiz_questions q set place = m.place
  from (
    select o.id, row_number() over (
      order by o.nth + case when o.id = p_id then sign(p_by) * 1.5 else 0 end
    ) as place
    from (
      select k.id, row_number() over (order by k.place, k.id) as nth
      from public.quiz_questions k where k.course_id = known.course_id
    ) o
  ) m
  where q.id = m.id and q.place <> m.place;
  if found then
    perform private.log_quiz(
      'quiz question moved', known.course_id, jsonb_build_object('question', left(known.question, 100))
    );
  end if;
  return true;
end
$$;
grant execute on function private.move_quiz_question(bigint, integer) to authenticated;

create function public.move_quiz_question(p_id bigint, p_by integer) returns boolean
language sql volatile set search_path = ''
as $$ select private.move_quiz_question(p_id, p_by) $$;
comment on function public.move_quiz_question(bigint, integer) is
  'Has a question change places with the one before it (p_by below 0) or behind it; false where it is gone.';
grant execute on function public.move_quiz_question(bigint, integer) to authenticated;

create function private.delete_quiz_question(p_id bigint) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  known constant public.quiz_questions := private.begin_question_change(p_id);
begin
  if known.id is null then
    return false;
  end if;
  delete from public.quiz_questions q where q.id = p_id;
  perform private.log_quiz(
    'quiz question deleted', known.course_id, jsonb_build_object('question', left(known.question, 100))
  );
  return true;
end
$$;
grant execute on function private.delete_quiz_question(bigint) to authenticated;

create function public.delete_quiz_question(p_id bigint) returns boolean
language sql volatile set search_path = ''
as $$ select private.delete_quiz_question(p_id) $$;
comment on function public.delete_quiz_question(bigint) is 'Deletes a question; false where it is gone already.';
grant execute on function public.delete_quiz_question(bigint) to authenticated;

create function private.import_quiz(p_course_id text, p_questions text, p_replaced text)
returns table (inserted integer, updated integer, unchanged integer, removed integer)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.begin_quiz_change();
  if exists (
    select from jsonb_to_recordset(p_questions::jsonb) as i (course_id text) where i.course_id is distinct from p_course_id
  ) then
    raise exception 'not all questions are of the course' using errcode = '22023';
  end if;
  removed := 0;
  if p_replaced <> private.quiz_state(p_course_id) then
    return;
  end if;
  if p_replaced is not null then
    delete from public.quiz_questions q
    where q.course_id = p_course_id and q.question not in (
      select i.question from jsonb_to_recordset(p_questions::jsonb) as i (question text)
    );
    get diagnostics removed = row_count;
    if removed > 0 then
      perform private.log_quiz('quiz imported', p_course_id, jsonb_build_object('deleted', removed));
    end if;
  end if;
  select w.inserted, w.updated, w.unchanged into inserted, updated, unchanged
  from public.import_quiz_questions(p_questions) w;
  if p_replaced is not null then
    update public.quiz_questions q set place = i.nth
    from rows from (jsonb_to_recordset(p_questions::jsonb) as (question text)) with ordinality i (question, nth)
    where q.course_id = p_course_id and q.question = i.question and q.place <> i.nth;
  end if;
  return next;
end
$$;
grant execute on function private.import_quiz(text, text, text) to authenticated;

create function public.import_quiz(p_course_id text, p_questions text, p_replaced text default null)
returns table (inserted integer, updated integer, unchanged integer, removed integer)
language sql volatile set search_path = ''
as $$ select * from private.import_quiz(p_course_id, p_questions, p_replaced) $$;
comment on function public.import_quiz(text, text, text) is
  'Writes questions of one course, as import_quiz_questions does. With the version of the quiz that they replace, the others are '
  'deleted, and the order is that of the questions given; no row, and nothing is changed, where the quiz is not that any more.';
grant execute on function public.import_quiz(text, text, text) to authenticated;

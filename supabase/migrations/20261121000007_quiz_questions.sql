-- The question bank, empty as shipped. No policy lets a learner read this table: a row holds
-- the correct answer, which must not reach a page before the question is answered.

create table public.quiz_questions (
  id bigint generated always as identity primary key,
  course_id text not null check (char_length(course_id) between 1 and 250),
  question text not null check (btrim(question) <> '' and char_length(question) <= 2000),
  options text[] not null check (cardinality(options) between 2 and 26 and array_position(options, null) is null),
  correct_answer integer not null check (correct_answer >= 0 and correct_answer < cardinality(options)),
  explanation text check (char_length(explanation) <= 5000),
  unique (course_id, question)
);
comment on table public.quiz_questions is 'Multiple-choice questions of a course; correct_answer is the index into options.';

alter table public.quiz_questions enable row level security;
create policy quiz_questions_select_admin on public.quiz_questions
  for select to authenticated using ((select private.is_admin()));
grant select on public.quiz_questions to authenticated;
grant all on public.quiz_questions to service_role;

-- All that a course's page and its lectures' pages show, in one row: the lists are JSON, because the API
-- cuts longer answers at its row limit, and a course may have thousands of lectures.

create function public.course_page(p_course_id text)
returns table (
  course_id text, course_name text, subject text, institution text, description text, instructor text,
  image text, youtube text, question_count integer, lectures jsonb, similar_courses jsonb
)
language sql stable rows 1 set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  select c.course_id, c.course_name, c.subject, c.institution, c.description, c.instructor,
    c.image, c.youtube, private.count_quiz_questions(c.course_id), course.lectures, neighbours.courses
  from public.find_course(p_course_id) c
  cross join lateral (
    select jsonb_agg(
      jsonb_build_object(
        'id', l.id,
        'lecture_id', case
          when l.number is null then 'lecture-' || l.id
          when l.number = l.number_before then l.number || '-' || l.id
          else l.number::text
        end,
        'number', l.number, 'name', l.name, 'instructor', l.instructor, 'keywords', l.keywords,
        'image', l.image, 'youtube', l.youtube, 'views', l.views
      ) order by l.number, l.id
    ) as lectures
    from (
      select o.id, o."Lecture Number" as number, o."lecture name" as name, o."Instructor" as instructor,
        o."Keywords" as keywords, o."Image" as image, o.youtube, o."Views" as views,
        lag(o."Lecture Number") over (order by o."Lecture Number", o.id) as number_before
      from public.lectures o where o."Course Name" = c.course_name
    ) l
  ) course
  cross join lateral (
    -- Neighbours by name: "Algebra: …" stands beside "Algebra: …", "PyCon 2013" beside 2014,
    -- every course is a neighbour of another, and no more than ten rows are read.
    select coalesce(jsonb_agg(
      jsonb_build_object(
        'course_id', n.course_id, 'course_name', n.course_name, 'institution', n.institution,
        'image', n.image, 'youtube', n.youtube
      ) order by n.part, n.sort_name, n.course_name
    ), '[]') as courses
    from (
      (select 1 as part, f.* from public.course_summaries f
       where f.subject = c.subject and (f.sort_name, f.course_name) > (c.sort_name, c.course_name)
       order by f.sort_name, f.course_name limit 5)
      union all
      (select 2, f.* from public.course_summaries f
       where f.subject = c.subject and (f.sort_name, f.course_name) < (c.sort_name, c.course_name)
       order by f.sort_name, f.course_name limit 5)
      order by part, sort_name, course_name limit 5
    ) n
  ) neighbours
$$;
comment on function public.course_page(text) is
  'The course at an address with the number of its quiz questions, its lectures in order (by number, then as '
  'they came in), and five others of its subject: those that follow by name, then from the top of the list.';
grant execute on function public.course_page(text) to anon, authenticated, service_role;

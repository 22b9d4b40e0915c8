-- What the public pages read, one function a question. All run with the caller's rights. Names
-- travel as arguments, not as filters: a course named "null" would not survive a filter.

create function public.home_sections(p_courses_per_subject integer default 4)
returns table (
  subject text, course_count integer, course_id text, course_name text, institution text,
  image text, youtube text
)
language sql stable set search_path = ''
as $$
  select s.subject, s.course_count, c.course_id, c.course_name, c.institution, c.image, c.youtube
  from public.subject_summaries s
  cross join lateral (
    select * from public.course_summaries c
    where c.subject = s.subject
    order by c.view_rate desc nulls last, c.lecture_count desc, c.sort_name, c.course_name
    limit least(greatest(p_courses_per_subject, 0), 20)
  ) c
  order by s.course_count desc, s.subject, c.view_rate desc nulls last, c.lecture_count desc,
    c.sort_name, c.course_name
$$;
comment on function public.home_sections(integer) is
  'Subjects by number of courses, each with its first courses: the home page in one call.';

create function public.subject_courses(p_subject text, p_offset integer, p_limit integer)
returns table (
  total integer, course_id text, course_name text, subject text, institution text,
  description text, image text, youtube text
)
language sql stable set search_path = ''
as $$
  select
    case when p_subject = 'All' then (select count(*)::integer from public.course_summaries)
      else (select s.course_count from public.subject_summaries s where s.subject = p_subject) end,
    c.course_id, c.course_name, c.subject, c.institution, c.description, c.image, c.youtube
  from (
    -- Two queries, because each has an index that holds its order.
    (select * from public.course_summaries a
     where p_subject = 'All'
     order by a.view_rate desc nulls last, a.sort_name, a.course_name
     offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000))
    union all
    (select * from public.course_summaries a
     where p_subject <> 'All' and a.subject = p_subject
     order by a.view_rate desc nulls last, a.sort_name, a.course_name
     offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000))
  ) c
  order by c.view_rate desc nulls last, c.sort_name, c.course_name
$$;
comment on function public.subject_courses(text, integer, integer) is
  'A page of a subject''s courses ("All" for every course) and how many there are in total.';

create function public.find_course(p_course_id text) returns setof public.course_summaries
language sql stable rows 1 set search_path = ''
as $$
  select * from public.course_summaries c
  where c.course_id = p_course_id or c.course_name = p_course_id
  order by (c.course_id = p_course_id) desc
  limit 1
$$;
comment on function public.find_course(text) is 'The course at an address: by its id, else by its name.';

create function public.list_course_lectures(p_course_name text, p_offset integer, p_limit integer)
returns setof public.course_lectures
language sql stable set search_path = ''
as $$
  select * from public.course_lectures l
  where l.course_name = p_course_name
  order by l.lecture_number nulls last, l.id
  offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000)
$$;
comment on function public.list_course_lectures(text, integer, integer) is
  'Lectures of a course in order: by number, then as they came in.';

create function public.similar_courses(p_course_name text, p_limit integer default 5)
returns table (course_id text, course_name text, institution text, image text, youtube text)
language sql stable set search_path = ''
as $$
  -- Neighbours by name: "Algebra: …" stands beside "Algebra: …", "PyCon 2013" beside 2014,
  -- every course is somebody's neighbour, and no more than a few rows are read.
  with this as (
    select c.subject, c.sort_name, c.course_name
    from public.course_summaries c where c.course_name = p_course_name
  ), following as (
    select 1 as part, c.* from this
    cross join lateral (
      select * from public.course_summaries c
      where c.subject = this.subject
        and (c.sort_name, c.course_name) > (this.sort_name, this.course_name)
      order by c.sort_name, c.course_name limit p_limit
    ) c
  ), from_the_top as (
    select 2 as part, c.* from this
    cross join lateral (
      select * from public.course_summaries c
      where c.subject = this.subject
        and (c.sort_name, c.course_name) < (this.sort_name, this.course_name)
      order by c.sort_name, c.course_name limit p_limit
    ) c
  )
  select n.course_id, n.course_name, n.institution, n.image, n.youtube
  from (select * from following union all select * from from_the_top) n
  order by n.part, n.sort_name, n.course_name
  limit least(greatest(p_limit, 0), 20)
$$;
comment on function public.similar_courses(text, integer) is
  'Other courses of the same subject: those that follow by name, then from the top of the list.';

create function public.search_lectures(p_query text)
returns table (
  lecture_id text, lecture_name text, course_id text, course_name text,
  description text, subject text, institution text, image text, youtube text, lecture_count integer
)
language sql stable set search_path = ''
as $$
  -- strpos takes every character of the query literally: nothing to escape, nothing forgotten.
  select private.lecture_id(l."Course Name", l."Lecture Number", l.id), l."lecture name", c.course_id, c.course_name, c.description,
    c.subject, c.institution, c.image, c.youtube, c.lecture_count
  from (
    select * from public.lectures m
    where char_length(btrim(p_query)) >= 2
      and strpos(p_query, E'\x1f') = 0
      and strpos(m.search_text, lower(btrim(p_query))) > 0
    order by m."View Rate" desc nulls last, m.id
    limit 500
  ) l
  join public.course_summaries c on c.course_name = l."Course Name"
  order by l."View Rate" desc nulls last, l.id
$$;
comment on function public.search_lectures(text) is
  'Lectures whose course name, description, lecture name, subject or keywords contain the text, in any case; best View Rate first, 500 at most.';

-- Sitemaps hold at most 50,000 addresses a file. Lecture files go by ranges of ids, so that a
-- file keeps its content while the catalogue grows. Arrays, because the API cuts longer answers
-- at its row limit.
create function public.sitemap_files()
returns table (course_files integer, lecture_files integer)
language sql stable set search_path = ''
as $$
  select
    (select ceil(count(*) / 50000.0)::integer from public.course_summaries),
    (select coalesce(ceil(max(l.id) / 50000.0)::integer, 0) from public.lectures l)
$$;
comment on function public.sitemap_files() is 'How many sitemap files the courses and the lectures fill.';

create function public.sitemap_courses(p_file integer) returns text[]
language sql stable set search_path = ''
as $$
  select array_agg(c.course_id)
  from (
    select s.course_id from public.course_summaries s
    order by s.course_name offset greatest(p_file - 1, 0)::bigint * 50000 limit 50000
  ) c
$$;
comment on function public.sitemap_courses(integer) is 'Course ids of sitemap file 1, 2 …; null behind the last.';

create function public.sitemap_lectures(p_file integer) returns text[]
language sql stable set search_path = ''
as $$
  select array_agg(
    c.course_id || E'\x1f' || private.lecture_id(l."Course Name", l."Lecture Number", l.id) order by l.id
  )
  from public.lectures l
  join public.course_summaries c on c.course_name = l."Course Name"
  where l.id > (p_file - 1)::bigint * 50000 and l.id <= p_file::bigint * 50000
$$;
comment on function public.sitemap_lectures(integer) is
  'Course id, U+001F and lecture id of each lecture of sitemap file 1, 2 …; null for an empty file.';

revoke execute on function public.home_sections(integer) from public;
revoke execute on function public.subject_courses(text, integer, integer) from public;
revoke execute on function public.find_course(text) from public;
revoke execute on function public.list_course_lectures(text, integer, integer) from public;
revoke execute on function public.similar_courses(text, integer) from public;
revoke execute on function public.search_lectures(text) from public;
revoke execute on function public.sitemap_files() from public;
revoke execute on function public.sitemap_courses(integer) from public;
revoke execute on function public.sitemap_lectures(integer) from public;
grant execute on function
  public.home_sections(integer), public.subject_courses(text, integer, integer),
  public.find_course(text), public.list_course_lectures(text, integer, integer),
  public.similar_courses(text, integer),
  public.search_lectures(text), public.sitemap_files(), public.sitemap_courses(integer),
  public.sitemap_lectures(integer)
  to anon, authenticated, service_role;

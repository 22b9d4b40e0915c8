-- What the public pages read, one function a question. All run with the caller's rights.

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
    order by c.view_rate desc nulls last, c.lecture_count desc, lower(c.course_name), c.course_name
    limit least(greatest(p_courses_per_subject, 0), 20)
  ) c
  order by s.course_count desc, s.subject, c.view_rate desc nulls last, c.lecture_count desc,
    lower(c.course_name), c.course_name
$$;
comment on function public.home_sections(integer) is
  'Subjects by number of courses, each with its first courses: the home page in one call.';

create function public.similar_courses(p_course_name text, p_limit integer default 5)
returns table (course_id text, course_name text, institution text, image text, youtube text)
language sql stable set search_path = ''
as $$
  -- Neighbours by name: "Algebra: …" stands beside "Algebra: …", "PyCon 2013" beside 2014,
  -- every course is somebody's neighbour, and no more than a few rows are read.
  with this as (
    select c.subject, lower(c.course_name) as sort_name, c.course_name
    from public.course_summaries c where c.course_name = p_course_name
  ), following as (
    select 1 as part, c.* from this
    cross join lateral (
      select * from public.course_summaries c
      where c.subject = this.subject
        and (lower(c.course_name), c.course_name) > (this.sort_name, this.course_name)
      order by lower(c.course_name), c.course_name limit p_limit
    ) c
  ), from_the_top as (
    select 2 as part, c.* from this
    cross join lateral (
      select * from public.course_summaries c
      where c.subject = this.subject
        and (lower(c.course_name), c.course_name) < (this.sort_name, this.course_name)
      order by lower(c.course_name), c.course_name limit p_limit
    ) c
  )
  select n.course_id, n.course_name, n.institution, n.image, n.youtube
  from (select * from following union all select * from from_the_top) n
  order by n.part, lower(n.course_name), n.course_name
  limit least(greatest(p_limit, 0), 20)
$$;
comment on function public.similar_courses(text, integer) is
  'Other courses of the same subject: those that follow by name, then from the top of the list.';

create function public.search_lectures(p_query text)
returns table (
  id bigint, lecture_name text, lecture_number integer, course_id text, course_name text,
  description text, subject text, institution text, image text, youtube text, lecture_count integer
)
language sql stable set search_path = ''
as $$
  -- strpos takes every character of the query literally: nothing to escape, nothing forgotten.
  select l.id, l."lecture name", l."Lecture Number", c.course_id, c.course_name, c.description,
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

create function public.sitemap_lectures(p_after bigint default 0, p_limit integer default 50000)
returns table (last_id bigint, addresses text[])
language sql stable set search_path = ''
as $$
  -- One row with an array: the API cuts longer answers at its row limit.
  with page as (
    select v.id, c.course_id, v.lecture_id
    from (
      select l.id, l."Course Name" as course_name,
        case
          when l."Lecture Number" is null then 'lecture-' || l.id
          when exists (
            select 1 from public.lectures e
            where e."Course Name" = l."Course Name" and e."Lecture Number" = l."Lecture Number"
              and e.id < l.id
          ) then l."Lecture Number" || '-' || l.id
          else l."Lecture Number"::text
        end as lecture_id
      from public.lectures l
      where l.id > p_after
      order by l.id
      limit least(greatest(p_limit, 0), 50000)
    ) v
    join public.course_summaries c on c.course_name = v.course_name
  )
  select max(id), array_agg(course_id || E'\x1f' || lecture_id order by id) from page having count(*) > 0
$$;

revoke execute on function public.home_sections(integer) from public;
revoke execute on function public.similar_courses(text, integer) from public;
revoke execute on function public.search_lectures(text) from public;
revoke execute on function public.sitemap_lectures(bigint, integer) from public;
grant execute on function
  public.home_sections(integer), public.similar_courses(text, integer),
  public.search_lectures(text), public.sitemap_lectures(bigint, integer)
  to anon, authenticated, service_role;

-- The queries of the public pages and the admin console, one function each. All run with the caller's rights, so that
-- row-level security applies. Names are arguments, not filters: a filter cannot express a course named "null".

-- The queries of pages take the same time in a small and in a large catalogue: they use one plan for every call,
-- which relies on indexes alone. By default the planner assumes that an unknown limit is a tenth of the table, and
-- for a large table it plans each call anew, which takes longer than the query. PostgreSQL 17 and older never see the
-- value of the limit, so there the generic plan has to be right anyway.

-- One row, because the API cuts longer answers at its row limit.
create function public.home_page(p_subjects integer, p_courses_per_subject integer)
returns table (course_count integer, lecture_count integer, subject_count integer, sections jsonb)
language sql stable rows 1 set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  select t.course_count, t.lecture_count, (select count(*) from public.subject_summaries), largest.sections
  from public.catalogue_totals t
  cross join lateral (
    select coalesce(jsonb_agg(
      jsonb_build_object('subject', s.subject, 'course_count', s.course_count, 'courses', first.courses)
      order by s.course_count desc, s.subject
    ), '[]') as sections
    from (
      select o.subject, o.course_count from public.subject_summaries o
      order by o.course_count desc, o.subject limit least(greatest(p_subjects, 0), 1000)
    ) s
    cross join lateral (
      select jsonb_agg(
        jsonb_build_object(
          'course_id', c.course_id, 'course_name', c.course_name, 'institution', c.institution,
          'image', c.image, 'youtube', c.youtube
        ) order by shown.view_rate desc nulls last, shown.lecture_count desc, shown.sort_name, shown.course_name
      ) as courses
      from (
        select a.course_name, a.view_rate, a.lecture_count, a.sort_name
        from public.course_subjects a
        where a.subject = s.subject
        order by a.view_rate desc nulls last, a.lecture_count desc, a.sort_name, a.course_name
        limit least(greatest(p_courses_per_subject, 0), 20)
      ) shown
      join public.course_summaries c on c.course_name = shown.course_name
    ) first
  ) largest
$$;
comment on function public.home_page(integer, integer) is
  'Totals, and the subjects with the most courses, each with its first courses: the home page in one call.';
grant execute on function public.home_page(integer, integer) to anon, authenticated, service_role;

create function public.subjects_by_name(p_offset integer, p_limit integer)
returns table (total integer, subject text, course_count integer)
language sql stable set search_path = ''
as $$
  select (select count(*) from public.subject_summaries), s.subject, s.course_count
  from public.subject_summaries s
  order by lower(s.subject), s.subject
  offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000)
$$;
comment on function public.subjects_by_name(integer, integer) is
  'A page of all subjects and how many there are in total.';
grant execute on function public.subjects_by_name(integer, integer) to anon, authenticated, service_role;

create function public.subject_courses(p_offset integer, p_limit integer, p_subject text default null)
returns table (
  total integer, course_id text, course_name text, subject text, institution text,
  description text, image text, youtube text
)
language sql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select
    case when p_subject is null then (select t.course_count from public.catalogue_totals t)
    else (select s.course_count from public.subject_summaries s where s.subject = p_subject) end,
    c.course_id, c.course_name, c.subject, c.institution, c.description, c.image, c.youtube
  from (
    -- Two queries, because each has an index with its sort order and all columns that it reads.
    (select a.course_name, a.view_rate, a.sort_name from public.course_summaries a
     where p_subject is null
     order by a.view_rate desc nulls last, a.sort_name, a.course_name
     offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000))
    union all
    (select a.course_name, a.view_rate, a.sort_name from public.course_subjects a
     where a.subject = p_subject
     order by a.view_rate desc nulls last, a.sort_name, a.course_name
     offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000))
  ) shown
  join public.course_summaries c on c.course_name = shown.course_name
  order by shown.view_rate desc nulls last, shown.sort_name, shown.course_name
$$;
comment on function public.subject_courses(integer, integer, text) is
  'A page of a subject''s courses (null for every course) and how many there are in total.';
grant execute on function public.subject_courses(integer, integer, text) to anon, authenticated, service_role;

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
        'image', l.image, 'youtube', l.youtube, 'views', l.views,
        'seconds', (
          select v.seconds from public.video_lengths v
          where v.video_id = right(l.youtube, 11) and v.expires_at > now()
        )
      ) order by l.number, l.id
    ) as lectures
    from (
      select o.id, o."Lecture Number" as number, o."lecture name" as name, o."Instructor" as instructor,
        o."Keywords" as keywords, o."Image" as image, o.youtube, o."Views" as views, o.is_hidden,
        lag(o."Lecture Number") over (order by o."Lecture Number", o.id) as number_before
      from public.lectures o where o."Course Name" = c.course_name
    ) l
    where not l.is_hidden
  ) course
  cross join lateral (
    -- Neighbours by name: "Algebra: …" is next to "Algebra: …", "PyCon 2013" next to "PyCon 2014". Every course is a
    -- neighbour of another, and at most ten rows are read.
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

-- A sitemap file may hold 50,000 addresses; these hold 10,000, so that each takes tens of milliseconds. Lecture files
-- cover ranges of ids, so that a file keeps its content while the catalogue grows. The functions return arrays,
-- because the API truncates longer results at its row limit.
create function private.sitemap_size() returns integer
language sql immutable set search_path = ''
as $$ select 10000 $$;
grant execute on function private.sitemap_size() to anon, authenticated, service_role;

create function public.sitemap_files()
returns table (subject_files integer, course_files integer, lecture_files integer)
language sql stable set search_path = ''
as $$
  select
    (select ceil(count(*)::numeric / private.sitemap_size())::integer from public.subject_summaries s),
    (select ceil(t.course_count::numeric / private.sitemap_size())::integer from public.catalogue_totals t),
    (select coalesce(ceil(max(l.id)::numeric / private.sitemap_size())::integer, 0) from public.lectures l)
$$;
comment on function public.sitemap_files() is 'How many sitemap files the subjects, the courses and the lectures fill.';
grant execute on function public.sitemap_files() to anon, authenticated, service_role;

create function public.sitemap_subjects(p_file integer) returns text[]
language sql stable set search_path = ''
as $$
  select array_agg(o.subject)
  from (
    select s.subject from public.subject_summaries s
    order by s.subject
    offset greatest(p_file - 1, 0)::bigint * private.sitemap_size() limit private.sitemap_size()
  ) o
$$;
comment on function public.sitemap_subjects(integer) is 'Subjects of sitemap file 1, 2 …; null behind the last.';
grant execute on function public.sitemap_subjects(integer) to anon, authenticated, service_role;

create function public.sitemap_courses(p_file integer) returns text[]
language sql stable set search_path = ''
as $$
  select array_agg(c.course_id)
  from (
    select s.course_id from public.course_summaries s
    order by s.course_name
    offset greatest(p_file - 1, 0)::bigint * private.sitemap_size() limit private.sitemap_size()
  ) c
$$;
comment on function public.sitemap_courses(integer) is 'Course ids of sitemap file 1, 2 …; null behind the last.';
grant execute on function public.sitemap_courses(integer) to anon, authenticated, service_role;

create function public.sitemap_lectures(p_file integer) returns text[]
language sql stable set search_path = ''
as $$
  -- A lecture's address as in course_page, inlined: one function call per row would take longer than all the rest.
  select case
    -- Ids have gaps, so a file before the last may be empty: it is an empty array, not null.
    when p_file between 1 and (select ceil(max(m.id)::numeric / private.sitemap_size()) from public.lectures m)
    then coalesce(array_agg(
      c.course_id || E'\x1f' || case
        when l."Lecture Number" is null then 'lecture-' || l.id
        when exists (
          select 1 from public.lectures o
          where o."Course Name" = l."Course Name" and o."Lecture Number" = l."Lecture Number" and o.id < l.id
        ) then l."Lecture Number" || '-' || l.id
        else l."Lecture Number"::text
      end order by l.id
    ), '{}')
  end
  from public.lectures l
  join public.course_summaries c on c.course_name = l."Course Name"
  where l.id > (p_file - 1)::bigint * private.sitemap_size() and l.id <= p_file::bigint * private.sitemap_size()
    and not l.is_hidden
$$;
comment on function public.sitemap_lectures(integer) is
  'Course id, U+001F and lecture id of each lecture of sitemap file 1, 2 …; null behind the last.';
grant execute on function public.sitemap_lectures(integer) to anon, authenticated, service_role;

-- The admin console's functions return nothing, not even a zero, to accounts that may not open the console.

create function private.hidden_courses(p_query text) returns setof text
language sql stable set search_path = ''
as $$
  select distinct l."Course Name" from public.lectures l
  where l.is_hidden
    and not exists (select from public.course_summaries c where c.course_name = l."Course Name")
    and (p_query = '' or strpos(lower(l."Course Name"), p_query) > 0
      or strpos(lower(l."Subject"), p_query) > 0 or strpos(lower(l."Instructor"), p_query) > 0)
$$;
comment on function private.hidden_courses(text) is
  'Courses of which every lecture is hidden, and whose name, subject or instructor contains a text in lower case.';
grant execute on function private.hidden_courses(text) to authenticated;

create function public.admin_lectures(
  p_query text, p_offset integer, p_limit integer, p_sort text default 'course', p_descending boolean default false
)
returns table (
  total bigint, matches bigint, hidden bigint, id bigint, course_name text, lecture_name text, subject text,
  instructor text, views bigint
)
language sql stable set search_path = ''
as $$
  with asked as (
    select lower(btrim(p_query)) as query, greatest(p_offset, 0) as first,
      greatest(p_offset, 0)::bigint + least(greatest(p_limit, 0), 1000) as behind
  ), matching as not materialized (
    select c.* from public.course_summaries c, asked a
    -- strpos takes every character of the query literally.
    where a.query = '' or strpos(c.sort_name, a.query) > 0
      or strpos(lower(c.subject), a.query) > 0 or strpos(lower(c.instructor), a.query) > 0
  ), found as materialized (
    select c.course_name, c.lecture_count, row_number() over by_name as nth,
      sum(c.lecture_count) over (by_name rows unbounded preceding) as reach
    from matching c where p_sort = 'course' and not p_descending
    window by_name as (order by c.course_name)
    union all
    -- Separate from the default order above, which takes only two thirds of the time of this query.
    select c.course_name, c.lecture_count, row_number() over in_order,
      sum(c.lecture_count) over (in_order rows unbounded preceding)
    from (
      -- Here a course has one subject and one instructor, those shown in lists of courses.
      select m.*, case p_sort
        when 'subject' then lower(m.subject) when 'instructor' then lower(m.instructor) else m.course_name
      end as key
      from matching m
    ) c
    where p_sort <> 'course' or p_descending
    window in_order as (
      order by case when not p_descending then c.key end, case when p_descending then c.key end desc nulls last,
        c.course_name
    )
  ), page as (
    select l.*, f.nth
    from asked a
    join found f on f.reach > a.first and f.reach - f.lecture_count < a.behind
    cross join lateral (
      -- An index-only scan, so that skipping lectures of a long course is cheap.
      select k.id from public.lectures k
      where k."Course Name" = f.course_name
        and k.id <> all (array(select h.id from public.lectures h where h."Course Name" = f.course_name and h.is_hidden))
      order by k."Lecture Number", k.id
      offset greatest(a.first - (f.reach - f.lecture_count), 0)
      limit least(a.behind - (f.reach - f.lecture_count), a.behind - a.first)
    ) k
    join public.lectures l on l.id = k.id
  )
  select t.total, m.matches, h.hidden, p.id, p."Course Name", p."lecture name", p."Subject", p."Instructor", p."Views"
  from (select o.lecture_count as total from public.catalogue_totals o) t
  cross join (select coalesce(max(f.reach), 0) as matches from found f) m
  cross join (
    select count(*) as hidden from public.lectures l
    where l.is_hidden and (
      (select a.query from asked a) = '' or l."Course Name" in (select f.course_name from found f)
      or l."Course Name" in (select private.hidden_courses((select a.query from asked a)))
    )
  ) h
  left join page p on true
  where (select private.can_view_console())
  order by p.nth, p."Lecture Number", p.id
$$;
comment on function public.admin_lectures(text, integer, integer, text, boolean) is
  'A page of the lectures, by course name, number and row, of courses whose name, subject or instructor '
  'contains the text, in any case. p_sort may be subject or instructor, those of courses: lectures of a course stay '
  'together. The courses in front of the page are summed up, not their lectures: the last page costs what the first '
  'does. Hidden lectures of such courses are counted beside them. A page without lectures has one row with the totals alone.';
grant execute on function public.admin_lectures(text, integer, integer, text, boolean) to authenticated;

-- Runs with the caller's rights: accounts may read everything that it uses, including hidden lectures.
create function public.admin_export_lectures(
  p_query text, p_after_course text, p_after_number integer, p_after_id bigint, p_limit integer
)
returns table (
  id bigint, course_name text, course_description text, subject text, instructor text, institution text,
  seo_slug text, image text, lecture_number integer, lecture_name text, youtube text, keywords text,
  view_rate double precision, views bigint
)
language plpgsql stable rows 1000 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  asked constant text := lower(btrim(p_query));
  most constant integer := least(greatest(p_limit, 0), 1000);
  found bigint[] := '{}';
  course text;
begin
  if not private.can_view_console() then
    return;
  end if;
  -- The rest of the course in which the previous page ended; lectures without a number come last.
  if p_after_number is not null then
    found := array(
      select l.id from public.lectures l
      where l."Course Name" = p_after_course and (l."Lecture Number", l.id) > (p_after_number, p_after_id)
      order by l."Lecture Number", l.id limit most
    );
  end if;
  found := found || array(
    select l.id from public.lectures l
    where l."Course Name" = p_after_course and l."Lecture Number" is null
      and (p_after_number is not null or l.id > p_after_id)
    order by l.id limit most - cardinality(found)
  );
  if asked = '' then
    found := found || array(
      select l.id from public.lectures l where l."Course Name" > p_after_course
      order by l."Course Name", l."Lecture Number", l.id limit most - cardinality(found)
    );
  else
    for course in
      select c.course_name from public.course_summaries c
      -- strpos takes every character of the query literally.
      where c.course_name > p_after_course and (strpos(c.sort_name, asked) > 0
        or strpos(lower(c.subject), asked) > 0 or strpos(lower(c.instructor), asked) > 0)
      union all
      select h from private.hidden_courses(asked) h where h > p_after_course
      order by 1
    loop
      exit when cardinality(found) >= most;
      found := found || array(
        select l.id from public.lectures l where l."Course Name" = course
        order by l."Lecture Number", l.id limit most - cardinality(found)
      );
    end loop;
  end if;
  return query
    select l.id, l."Course Name", l."Course Description", l."Subject", l."Instructor", l."Insitution", l."SEO:Slug",
      l."Image", l."Lecture Number", l."lecture name", l.youtube, l."Keywords", l."View Rate", l."Views"
    from unnest(found) with ordinality f (id, nth)
    join public.lectures l on l.id = f.id
    order by f.nth;
end
$$;
comment on function public.admin_export_lectures(text, text, integer, bigint, integer) is
  'Lectures as an import reads them, hidden ones too, by course name, number and row, and behind one: all, or those of the '
  'courses that admin_lectures finds by a text, and of wholly hidden courses that it would find.';
grant execute on function public.admin_export_lectures(text, text, integer, bigint, integer) to authenticated;

create function public.admin_imports(p_offset integer, p_limit integer)
returns table (total bigint, imports jsonb, open_import jsonb)
language sql stable rows 1 set search_path = ''
as $$
  select (select count(*) from public.import_jobs c where c.mode in ('import', 'undo')),
    (
      select coalesce(jsonb_agg(p order by p.created_at desc, p.id), '[]')
      from (
        select * from public.import_jobs j
        where j.mode in ('import', 'undo')
        order by j.created_at desc, j.id
        offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000)
      ) p
    ),
    (
      select to_jsonb(j) from public.import_jobs j
      -- Preset files are left out: the installation loads them by itself.
      where j.status in ('pending', 'processing') and j.mode = 'import' and j.file_path not like 'data/%'
      order by j.created_at desc limit 1
    )
  where (select private.can_view_console())
$$;
comment on function public.admin_imports(integer, integer) is
  'A page of the imports and undos, the newest first, their total number, and the newest import that has '
  'not ended, preset files aside: one row.';
grant execute on function public.admin_imports(integer, integer) to authenticated;

-- What the admin console reads. All run with the caller's rights, so that row-level security decides,
-- and none answers anyone but an administrator, not even with a zero.

create function public.admin_counts()
returns table (lectures bigint, courses bigint, subjects bigint, users bigint)
language sql stable rows 1 set search_path = ''
as $$
  select t.lecture_count, t.course_count,
    (select count(*) from public.subject_summaries),
    (select count(*) from public.profiles)
  from public.catalogue_totals t
  where (select private.is_admin())
$$;
comment on function public.admin_counts() is 'Exact totals.';
grant execute on function public.admin_counts() to authenticated;

create function public.admin_lectures(p_query text, p_offset integer, p_limit integer)
returns table (
  total bigint, matches bigint, id bigint, course_name text, lecture_name text, subject text,
  instructor text, views bigint
)
language sql stable set search_path = ''
as $$
  with asked as (
    select lower(btrim(p_query)) as query, greatest(p_offset, 0) as first,
      greatest(p_offset, 0)::bigint + least(greatest(p_limit, 0), 1000) as behind
  ), found as materialized (
    select c.course_name, c.lecture_count,
      sum(c.lecture_count) over (order by c.course_name rows unbounded preceding) as reach
    from public.course_summaries c, asked a
    -- strpos takes every character of the query literally.
    where a.query = '' or strpos(c.sort_name, a.query) > 0
      or strpos(lower(c.subject), a.query) > 0 or strpos(lower(c.instructor), a.query) > 0
  ), page as (
    select l.*
    from asked a
    join found f on f.reach > a.first and f.reach - f.lecture_count < a.behind
    cross join lateral (
      -- Answered by the index alone, so that passing over lectures of a long course is cheap.
      select k.id from public.lectures k
      where k."Course Name" = f.course_name
      order by k."Lecture Number", k.id
      offset greatest(a.first - (f.reach - f.lecture_count), 0)
      limit least(a.behind - (f.reach - f.lecture_count), a.behind - a.first)
    ) k
    join public.lectures l on l.id = k.id
  )
  select t.total, m.matches, p.id, p."Course Name", p."lecture name", p."Subject", p."Instructor", p."Views"
  from (select o.lecture_count as total from public.catalogue_totals o) t
  cross join (select coalesce(max(f.reach), 0) as matches from found f) m
  left join page p on true
  where (select private.is_admin())
  order by p."Course Name", p."Lecture Number", p.id
$$;
comment on function public.admin_lectures(text, integer, integer) is
  'A page of the lectures, by course name, number and row, of courses whose name, subject or instructor '
  'contains the text, in any case. The courses in front of the page are summed up, not their lectures: '
  'the last page costs what the first does. A page without lectures has one row with the totals alone.';
grant execute on function public.admin_lectures(text, integer, integer) to authenticated;

create function public.admin_users(p_offset integer, p_limit integer)
returns table (total bigint, user_id uuid, display_name text, role text, created_at double precision)
language sql stable set search_path = ''
as $$
  -- created_at is in Unix seconds, because the embedded API and PostgREST format timestamps differently.
  select t.total, p.user_id, p.display_name, coalesce(r.role, 'user'),
    extract(epoch from p.created_at)::double precision
  from (select count(*) as total from public.profiles) t
  left join (
    select * from public.profiles o
    order by o.created_at desc, o.id
    offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000)
  ) p on true
  left join public.user_roles r on r.user_id = p.user_id
  where (select private.is_admin())
  order by p.created_at desc, p.id
$$;
comment on function public.admin_users(integer, integer) is
  'A page of the accounts with their roles, the newest first. A page without accounts has one row with the total alone.';
grant execute on function public.admin_users(integer, integer) to authenticated;

create function public.admin_imports(p_offset integer, p_limit integer)
returns table (total bigint, imports jsonb, open_import jsonb)
language sql stable rows 1 set search_path = ''
as $$
  select (select count(*) from public.import_jobs),
    (
      select coalesce(jsonb_agg(p order by p.created_at desc, p.id), '[]')
      from (
        select * from public.import_jobs j
        order by j.created_at desc, j.id
        offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000)
      ) p
    ),
    (
      select to_jsonb(j) from public.import_jobs j
      -- An installation loads its preset files by itself.
      where j.status in ('pending', 'processing') and j.file_path not like 'data/%'
      order by j.created_at desc limit 1
    )
  where (select private.is_admin())
$$;
comment on function public.admin_imports(integer, integer) is
  'A page of the imports, the newest first, with the number of all and the newest one of an administrator that is '
  'not at its end: one row.';
grant execute on function public.admin_imports(integer, integer) to authenticated;

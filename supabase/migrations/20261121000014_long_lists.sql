-- Long lists at a million lectures: what is passed over is read from an index alone, and rows are
-- fetched only of what is shown.

create index course_summaries_by_name on public.course_summaries (sort_name, course_name) include (course_id);
create index course_summaries_counts on public.course_summaries (course_name) include (course_id, lecture_count);

-- Files of 10,000 addresses, so that each is a matter of tens of milliseconds.
create function private.sitemap_size() returns integer
language sql immutable
as $$ select 10000 $$;
revoke execute on function private.sitemap_size() from public;
grant execute on function private.sitemap_size() to anon, authenticated, service_role;

create or replace function public.sitemap_files()
returns table (course_files integer, lecture_files integer)
language sql stable set search_path = ''
as $$
  select
    (select ceil(count(*)::numeric / private.sitemap_size())::integer from public.course_summaries),
    (select coalesce(ceil(max(l.id)::numeric / private.sitemap_size())::integer, 0) from public.lectures l)
$$;

create or replace function public.sitemap_courses(p_file integer) returns text[]
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

create or replace function public.sitemap_lectures(p_file integer) returns text[]
language sql stable set search_path = ''
as $$
  -- private.lecture_id is spelt out: the planner cannot inline it, and one call a row takes longer than all else.
  select case
    -- Ids have gaps: a file in between may be empty, and is one all the same.
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
$$;
comment on function public.sitemap_lectures(integer) is
  'Course id, U+001F and lecture id of each lecture of sitemap file 1, 2 …; null behind the last.';

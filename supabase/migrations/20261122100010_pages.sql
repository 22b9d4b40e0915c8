-- The queries of the public pages and the admin console, one function each. All run with the caller's rights, so that
-- row-level security applies. Names are arguments, not filters: a filter cannot express a course named "null".

-- The queries of pages take the same time in a small and in a large catalogue: they use one plan for every call,
-- which relies on indexes alone. By default the planner assumes that an unknown limit is a tenth of the table, and
-- for a large table it plans each call anew, which takes longer than the query. PostgreSQL 17 and older never see the
-- value of the limit, so there the generic plan has to be right anyway.

-- ## Public pages

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
returns table (subject_files integer, course_files integer, lecture_files integer[])
language sql stable set search_path = ''
as $$
  select
    (select ceil(count(*)::numeric / private.sitemap_size())::integer from public.subject_summaries s),
    (select ceil(t.course_count::numeric / private.sitemap_size())::integer from public.catalogue_totals t),
    -- Ids have gaps, and a sitemap file must not be empty.
    array(
      select f.file
      from generate_series(1, (select ceil(max(l.id)::numeric / private.sitemap_size())::integer from public.lectures l))
        as f (file)
      where exists (
        select from public.lectures l
        where l.id > (f.file - 1)::bigint * private.sitemap_size() and l.id <= f.file::bigint * private.sitemap_size()
          and not l.is_hidden
      )
      order by f.file
    )
$$;
comment on function public.sitemap_files() is
  'How many sitemap files the subjects and the courses fill, and the numbers of those that hold lectures.';
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

-- ## Console
--
-- These functions return nothing, not even a zero, to accounts that may not open the console.

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
    where a.query = '' or strpos(lower(c.course_name), a.query) > 0
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
returns setof public.lectures
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
      where c.course_name > p_after_course and (strpos(lower(c.course_name), asked) > 0
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
    select l.* from unnest(found) with ordinality f (id, nth)
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

-- ## Dashboard
--
-- Weekly counts, and searches without results. What is stored of them are only numbers and texts, without
-- accounts, addresses or times of day.

create table private.weekly_counts (
  -- A Monday, in UTC.
  week date primary key check (extract(isodow from week) = 1),
  -- lectures and accounts are totals at the week's end; the other counts are of the week alone. Null if not counted
  -- at the time.
  lectures bigint check (lectures >= 0),
  accounts bigint not null check (accounts >= 0),
  active_learners bigint check (active_learners >= 0),
  completions bigint check (completions >= 0),
  counted_at timestamptz not null default now()
);
comment on table private.weekly_counts is 'What there was and what happened in each week: numbers alone.';
alter table private.weekly_counts enable row level security;
grant select, insert, update, delete on private.weekly_counts to service_role;

create function public.count_weeks() returns void
language plpgsql volatile set search_path = ''
as $$
declare
  this_week constant date := date_trunc('week', now() at time zone 'utc')::date;
begin
  -- For the weeks before the first count, the number of accounts is derived from their creation times.
  if not exists (select from private.weekly_counts) then
    insert into private.weekly_counts (week, accounts)
    select s.week, s.accounts
    from (
      select w.week::date as week, (sum(count(p.id)) over (order by w.week))::bigint as accounts
      from generate_series(this_week - 7 * 25, this_week - 7, interval '7 days') w (week)
      left join public.profiles p
        on greatest(date_trunc('week', p.created_at at time zone 'utc'), this_week - 7 * 25) = w.week
      group by w.week
    ) s
    where s.accounts > 0
    on conflict do nothing;
  end if;
  insert into private.weekly_counts as c (week, lectures, accounts, active_learners, completions, counted_at)
  select w.week, t.lecture_count,
    (select count(*) from public.profiles p where p.created_at < (w.week + 7)::timestamp at time zone 'utc'),
    (select count(distinct u.user_id) from public.user_progress u where u.active_week = w.week),
    (select count(*) from public.user_progress u where u.completed_week = w.week),
    now()
  from (
    select this_week as week
    union
    select o.week from private.weekly_counts o where o.counted_at < (o.week + 7)::timestamp at time zone 'utc'
  ) w
  cross join public.catalogue_totals t
  on conflict (week) do update set
    -- For a past week the lecture count is kept, and learners who were active again since no longer appear in it.
    lectures = case when c.week = this_week then excluded.lectures else c.lectures end,
    accounts = excluded.accounts,
    active_learners = case
      when c.week = this_week then excluded.active_learners else greatest(c.active_learners, excluded.active_learners)
    end,
    completions = excluded.completions,
    counted_at = excluded.counted_at;
end
$$;
comment on function public.count_weeks() is
  'Counts this week as far as it has come, and once more each week that has ended since it was last counted.';
grant execute on function public.count_weeks() to service_role;

create table private.missed_searches (
  query text not null check (char_length(query) between 2 and 100),
  day date not null default (now() at time zone 'utc')::date,
  count integer not null default 1 check (count > 0),
  primary key (query, day)
);
comment on table private.missed_searches is 'What was searched for and not found, and how often on a day; by nobody that is known.';
create index missed_searches_day on private.missed_searches (day);
alter table private.missed_searches enable row level security;
grant select, insert, update, delete on private.missed_searches to service_role;

create table private.missed_search_rate (
  is_only_row boolean primary key default true check (is_only_row),
  hour timestamptz not null,
  added integer not null
);
comment on table private.missed_search_rate is 'One row: how many rows of missed_searches were added in this hour.';
alter table private.missed_search_rate enable row level security;
grant select, insert, update on private.missed_search_rate to service_role;

create function public.record_missed_search(p_query text) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'utc')::date;
begin
  update private.missed_searches m set count = m.count + 1 where m.query = p_query and m.day = today;
  if found then
    return true;
  end if;
  -- Limits a flood of made-up queries: sixty new ones an hour are 43,200 in the 30 days that they are kept.
  insert into private.missed_search_rate as b (hour, added) values (date_trunc('hour', now()), 1)
  on conflict (is_only_row) do update
    set hour = excluded.hour, added = case when b.hour = excluded.hour then b.added + 1 else 1 end
    where b.hour <> excluded.hour or b.added < 60;
  if not found then
    return false;
  end if;
  insert into private.missed_searches as m (query) values (p_query)
  on conflict (query, day) do update set count = m.count + 1;
  return true;
end
$$;
comment on function public.record_missed_search(text) is
  'Counts a query that found nothing, today. False where sixty new ones have come up this hour already.';
grant execute on function public.record_missed_search(text) to service_role;

create function public.forget_missed_searches(p_limit integer) returns void
language sql volatile set search_path = ''
as $$
  delete from private.missed_searches m using (
    select o.query, o.day from private.missed_searches o
    where o.day < (now() at time zone 'utc')::date - 30 limit p_limit for update skip locked
  ) old
  where (m.query, m.day) = (old.query, old.day)
$$;
comment on function public.forget_missed_searches(integer) is 'Forgets queries that found nothing more than 30 days ago.';
grant execute on function public.forget_missed_searches(integer) to service_role;

-- Security definer, both private functions: accounts may not read the counted data directly.
create function private.admin_weeks() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(w) - 'counted_at' order by w.week), '[]')
  from (select * from private.weekly_counts c order by c.week desc limit 26) w
  where (select private.can_view_console())
$$;
grant execute on function private.admin_weeks() to authenticated;

create function private.admin_missed_searches() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(f) order by f.days desc, f.count desc, f.query), '[]')
  from (
    select m.query, sum(m.count) as count, count(*) as days from private.missed_searches m
    where m.day >= (now() at time zone 'utc')::date - 30
    group by m.query
    -- Rare queries are left out, because they may be names of people.
    having sum(m.count) >= 3 and count(*) >= 2
    order by count(*) desc, sum(m.count) desc, m.query limit 10
  ) f
  where (select private.can_view_console())
$$;
grant execute on function private.admin_missed_searches() to authenticated;

create function public.admin_dashboard()
returns table (
  lectures bigint, courses bigint, subjects bigint, users bigint, hidden_lectures bigint, failing_videos bigint,
  without_description bigint, without_picture bigint, incomplete bigint, incomplete_courses jsonb, imports jsonb, weeks jsonb,
  missed_searches jsonb
)
language sql stable rows 1 set search_path = ''
as $$
  select c.*, i.without_description, i.without_picture, i.incomplete, i.first,
    (
      select coalesce(jsonb_agg(to_jsonb(j) - 'fields' order by j.created_at desc, j.id), '[]')
      from (
        select * from public.import_jobs o where o.mode in ('import', 'undo') order by o.created_at desc, o.id limit 5
      ) j
    ),
    (select private.admin_weeks()), (select private.admin_missed_searches())
  from public.admin_counts() c
  cross join (
    select count(*) filter (where not l.has_description) as without_description,
      count(*) filter (where not l.has_picture) as without_picture,
      count(*) as incomplete,
      coalesce(
        jsonb_agg(jsonb_build_object(
          'name', l.course_name, 'has_description', l.has_description, 'has_picture', l.has_picture
        ) order by l.nth) filter (where l.nth <= 8), '[]'
      ) as first
    from (
      select o.*, row_number() over (order by o.sort_name, o.course_name) as nth
      from (
        select s.course_name, s.sort_name, coalesce(btrim(s.description), '') <> '' as has_description,
          -- The same rule as in the app's thumbnailId.
          s.youtube is not null
            or coalesce(s.image ~ '^https?://(i\.ytimg\.com|img\.youtube\.com)/vi/[A-Za-z0-9_-]{11}/', false) as has_picture
        from public.course_summaries s
      ) o
      where not (o.has_description and o.has_picture)
    ) l
  ) i
$$;
comment on function public.admin_dashboard() is
  'All that the console''s dashboard shows, one row: totals, courses without a description or a picture with the first '
  'eight of them, the last five imports, the last 26 weeks, and what was searched for in vain three times or more, on '
  'two days or more.';
grant execute on function public.admin_dashboard() to authenticated;

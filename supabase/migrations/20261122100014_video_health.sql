-- Videos that no longer play, as learners' players report them, what administrators do about them, and how long videos
-- are, as two players agree. A lecture is hidden with its video: it leaves the catalogue, and keeps its row, its
-- address and learners' progress.

-- Videos.

create table private.video_reports (
  video_id text not null check (video_id ~ '^[A-Za-z0-9_-]{11}$'),
  -- The player's error, or 0: it played.
  code smallint not null check (code in (0, 2, 100, 101, 150)),
  -- A keyed hash of an account, or of a visitor's address; or 'thumbnail', the installation itself.
  reporter text not null check (char_length(reporter) = 64 or reporter = 'thumbnail'),
  day date not null default (now() at time zone 'utc')::date,
  -- As the player says, in seconds; of what played alone.
  duration double precision check (duration > 0 and duration < 360000),
  reported_at timestamptz not null default clock_timestamp(),
  primary key (video_id, code, reporter, day)
);
create index video_reports_reporter on private.video_reports (reporter, day);
create index video_reports_day on private.video_reports (day);
comment on table private.video_reports is 'What players told of videos in the last 30 days, once a reporter and day.';
alter table private.video_reports enable row level security;
grant select, insert, update, delete on private.video_reports to service_role;

create table private.video_health (
  video_id text primary key check (video_id ~ '^[A-Za-z0-9_-]{11}$'),
  state text not null default 'fine'
    check (state in ('fine', 'suspected', 'gone', 'not_embeddable', 'hidden')),
  -- What most reporters say, also of a hidden video.
  reason text check (reason in ('gone', 'not_embeddable')),
  -- Different ones since it last played or was reviewed.
  reporters integer not null default 0 check (reporters >= 0),
  first_bad timestamptz,
  last_bad timestamptz,
  last_played timestamptz,
  reviewed_by uuid references auth.users (id) on delete set null,
  reviewed_at timestamptz
);
create index video_health_bad on private.video_health (state, last_bad) where state <> 'fine';
create index video_health_reviewer on private.video_health (reviewed_by) where reviewed_by is not null;
comment on table private.video_health is 'What is known of each video that was reported: whether it plays.';
alter table private.video_health enable row level security;
grant select, insert, update, delete on private.video_health to service_role;

-- All that decides when a video counts as what.
create function private.judge_video(p_video text) returns void
language sql volatile set search_path = ''
as $$
  update private.video_health h set
    state = case
      when h.state = 'hidden' then 'hidden'
      when c.reporters >= 3 and c.days >= 2 then c.reason
      -- Reports are kept for 30 days. A play ends this state, and a review.
      when h.state in ('gone', 'not_embeddable') then h.state
      when c.reporters >= 1 then 'suspected'
      else 'fine'
    end,
    reason = coalesce(c.reason, case when h.state not in ('fine', 'suspected') then h.reason end),
    reporters = case when h.state in ('fine', 'suspected') then c.reporters else greatest(c.reporters, h.reporters) end,
    first_bad = case when h.state in ('fine', 'suspected') then c.first_bad else least(h.first_bad, c.first_bad) end,
    last_bad = case when h.state in ('fine', 'suspected') then c.last_bad else greatest(h.last_bad, c.last_bad) end
  from (
    select count(distinct r.reporter) as reporters, count(distinct r.day) as days,
      min(r.reported_at) as first_bad, max(r.reported_at) as last_bad,
      case
        when count(distinct r.reporter) filter (where r.code in (2, 100))
          > count(distinct r.reporter) filter (where r.code in (101, 150)) then 'gone'
        when count(*) > 0 then 'not_embeddable'
      end as reason
    from private.video_health o
    join private.video_reports r on r.video_id = o.video_id
    where o.video_id = p_video and r.code <> 0
      and r.reported_at > coalesce(greatest(o.last_played, o.reviewed_at), '-infinity')
  ) c
  where h.video_id = p_video
$$;
comment on function private.judge_video(text) is
  'Sets what a video counts as: suspected from one reporter on; gone, or not to be embedded, with three on two days.';
grant execute on function private.judge_video(text) to service_role;

-- Lengths.

create table public.video_lengths (
  video_id text primary key check (video_id ~ '^[A-Za-z0-9_-]{11}$'),
  seconds integer not null check (seconds > 0),
  -- YouTube lets nobody keep what it says of a video for longer than 30 days.
  expires_at timestamptz not null
);
create index video_lengths_expires_at on public.video_lengths (expires_at);
comment on table public.video_lengths is
  'How long videos are: two reporters agreed within a second, and one of them 30 days ago at most.';
alter table public.video_lengths enable row level security;
create policy video_lengths_select_visitor on public.video_lengths
  for select to anon using (true);
create policy video_lengths_select_user on public.video_lengths
  for select to authenticated using (true);
grant select on public.video_lengths to anon, authenticated;
grant select, insert, update, delete on public.video_lengths to service_role;

create table private.length_news (
  is_only_row boolean primary key default true check (is_only_row),
  has_news boolean not null default false,
  told_at timestamptz not null default '-infinity'
);
comment on table private.length_news is 'Whether lengths have changed since pages of courses were last to be made anew, and when that was.';
insert into private.length_news default values;
alter table private.length_news enable row level security;
grant select, update on private.length_news to service_role;

-- Security definer: no role of the API writes what servers go by.
create function private.tell_lengths() returns void
language sql volatile security definer set search_path = ''
as $$
  with told as (
    update private.length_news n set has_news = false, told_at = now()
    where n.has_news and n.told_at < now() - interval '1 hour'
    returning 1
  )
  insert into public.cache_tags as t (tag) select 'lengths' from told
  on conflict (tag) do update set version = t.version + 1
$$;
comment on function private.tell_lengths() is
  'Has every app server make its pages with lengths anew, once an hour at most.';
grant execute on function private.tell_lengths() to service_role;

create function private.learn_length(p_video text, p_duration double precision) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  known public.video_lengths;
  agreeing integer;
  agreeing_with_known integer;
begin
  select * into known from public.video_lengths v where v.video_id = p_video and v.expires_at > now();
  select count(distinct r.reporter) filter (where abs(r.duration - p_duration) <= 1),
    count(distinct r.reporter) filter (where abs(r.duration - known.seconds) <= 1)
  into agreeing, agreeing_with_known
  from private.video_reports r where r.video_id = p_video and r.code = 0;
  if abs(known.seconds - p_duration) <= 1 then
    update public.video_lengths v set expires_at = now() + interval '30 days' where v.video_id = p_video;
  elsif agreeing >= 2 and (known.video_id is null or agreeing >= agreeing_with_known) then
    insert into public.video_lengths as v (video_id, seconds, expires_at)
    values (p_video, greatest(round(p_duration), 1), now() + interval '30 days')
    on conflict (video_id) do update set seconds = excluded.seconds, expires_at = excluded.expires_at;
    update private.length_news n set has_news = true where not n.has_news;
  end if;
end
$$;
comment on function private.learn_length(text, double precision) is
  'Makes a fact of a reported length once another reporter agrees with it, and lets a known one last for 30 days more.';
grant execute on function private.learn_length(text, double precision) to service_role;

-- Reports.

create function public.tidy_videos(p_limit integer) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  delete from private.video_reports r using (
    select o.video_id, o.code, o.reporter, o.day from private.video_reports o
    where o.day < (now() at time zone 'utc')::date - 30 limit p_limit for update skip locked
  ) old
  where (r.video_id, r.code, r.reporter, r.day) = (old.video_id, old.code, old.reporter, old.day);
  update private.video_health h set state = 'fine', reason = null, reporters = 0, first_bad = null, last_bad = null
  where h.video_id in (
    select o.video_id from private.video_health o
    where o.state = 'suspected' and o.last_bad < now() - interval '30 days' limit p_limit for update skip locked
  );
  delete from public.video_lengths v where v.video_id in (
    select o.video_id from public.video_lengths o where o.expires_at < now() limit p_limit for update skip locked
  );
  if found then
    update private.length_news n set has_news = true where not n.has_news;
  end if;
  perform private.tell_lengths();
end
$$;
comment on function public.tidy_videos(integer) is
  'Forgets reports, suspicions and lengths that are older than 30 days, and has pages show lengths that are new.';
grant execute on function public.tidy_videos(integer) to service_role;

create function public.report_video(
  p_record_id bigint, p_reporter text, p_code integer, p_duration double precision default null
)
returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'utc')::date;
  video text;
begin
  -- The video is that of the lecture, whatever who reports may think.
  select right(l.youtube, 11) into video from public.lectures l where l.id = p_record_id;
  if video is null then
    return false;
  end if;
  -- One report of a reporter at a time, so that the count holds.
  perform pg_advisory_xact_lock(7236517, hashtext(p_reporter));
  if (select count(*) from private.video_reports r where r.reporter = p_reporter and r.day = today) >= 20
    and not exists (
      select from private.video_reports r
      where (r.video_id, r.code, r.reporter, r.day) = (video, p_code, p_reporter, today)
    )
  then
    return false;
  end if;
  insert into private.video_reports as r (video_id, code, reporter, day, duration)
  values (video, p_code, p_reporter, today, case when p_code = 0 then p_duration end)
  on conflict (video_id, code, reporter, day) do update
    set reported_at = excluded.reported_at, duration = excluded.duration;
  if p_code = 0 then
    insert into private.video_health as h (video_id, last_played) values (video, clock_timestamp())
    on conflict (video_id) do update set
      last_played = excluded.last_played, reporters = 0, first_bad = null, last_bad = null,
      state = case when h.state = 'hidden' then 'hidden' else 'fine' end,
      reason = case when h.state = 'hidden' then h.reason end;
    perform private.learn_length(video, p_duration);
  else
    insert into private.video_health (video_id) values (video) on conflict do nothing;
    -- What others report at the same time is seen by whoever comes last.
    perform from private.video_health h where h.video_id = video for update;
    perform private.judge_video(video);
  end if;
  perform public.tidy_videos(100);
  return true;
end
$$;
comment on function public.report_video(bigint, text, integer, double precision) is
  'Counts what a player told of a lecture''s video, once a reporter and day: an error, or 0 with the length of what '
  'played. False for a lecture without a video, and for a reporter who has told of 20 videos today.';
grant execute on function public.report_video(bigint, text, integer, double precision) to service_role;

-- Hidden lectures.

alter table public.lectures add column is_hidden boolean not null default false;
comment on column public.lectures.is_hidden is 'Whether an administrator has hidden its video: it is no part of the catalogue then.';
create index lectures_hidden on public.lectures ("Course Name", id) where is_hidden;
create index lectures_video on public.lectures (right(youtube, 11));

-- Security definer: an import may not read what is known of videos.
create function private.hide_with_video() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.is_hidden := exists (
    select from private.video_health h where h.video_id = right(new.youtube, 11) and h.state = 'hidden'
  );
  return new;
end
$$;
create trigger hide_with_video before insert or update of youtube on public.lectures
  for each row execute function private.hide_with_video();

create or replace function private.refresh_course_summaries(p_course_names text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  counts_before public.subject_summaries[];
  changes public.subject_summaries[];
  course record;
begin
  if cardinality(p_course_names) = 0 then
    return;
  end if;
  perform private.lock_catalogue();
  counts_before := array(select c from private.count_courses(p_course_names) c);

  delete from public.course_summaries c
  where c.course_name = any (p_course_names)
    and not exists (select 1 from public.lectures l where l."Course Name" = c.course_name and not l.is_hidden);

  for course in
    select
      l."Course Name" as course_name,
      -- Of all its lectures: its address stays what it is.
      (array_agg(l."SEO:Slug" order by l."Lecture Number", l.id)
        filter (where l."SEO:Slug" is not null))[1] as slug,
      (array_agg(l."Subject" order by l."Lecture Number", l.id)
        filter (where l."Subject" is not null and not l.is_hidden))[1] as subject,
      (array_agg(l."Instructor" order by l."Lecture Number", l.id)
        filter (where l."Instructor" is not null and not l.is_hidden))[1] as instructor,
      (array_agg(l."Insitution" order by l."Lecture Number", l.id)
        filter (where l."Insitution" is not null and not l.is_hidden))[1] as institution,
      (array_agg(l."Course Description" order by l."Lecture Number", l.id)
        filter (where l."Course Description" is not null and not l.is_hidden))[1] as description,
      (array_agg(l."Image" order by l."Lecture Number", l.id)
        filter (where l."Image" is not null and not l.is_hidden))[1] as image,
      (array_agg(l.youtube order by l."Lecture Number", l.id)
        filter (where l.youtube is not null and not l.is_hidden))[1] as youtube,
      (count(*) filter (where not l.is_hidden))::integer as lecture_count,
      max(l."View Rate") filter (where not l.is_hidden) as view_rate
    from public.lectures l
    where l."Course Name" = any (p_course_names)
    group by l."Course Name"
    having not bool_and(l.is_hidden)
    order by min(l.id)
  loop
    insert into public.course_summaries as c (
      course_name, course_id, subject, instructor, institution, description, image, youtube,
      lecture_count, view_rate
    ) values (
      course.course_name, private.free_course_id(course.course_name, course.slug), course.subject,
      course.instructor, course.institution, course.description, course.image, course.youtube,
      course.lecture_count, course.view_rate
    )
    on conflict (course_name) do update set
      course_id = excluded.course_id, subject = excluded.subject,
      instructor = excluded.instructor, institution = excluded.institution,
      description = excluded.description, image = excluded.image, youtube = excluded.youtube,
      lecture_count = excluded.lecture_count, view_rate = excluded.view_rate
    where (c.course_id, c.subject, c.instructor, c.institution, c.description, c.image, c.youtube,
        c.lecture_count, c.view_rate)
      is distinct from (excluded.course_id, excluded.subject, excluded.instructor,
        excluded.institution, excluded.description, excluded.image, excluded.youtube,
        excluded.lecture_count, excluded.view_rate);
  end loop;

  delete from public.course_subjects s
  where s.course_name = any (p_course_names) and not exists (
    select 1 from public.lectures l where l."Course Name" = s.course_name and l."Subject" = s.subject and not l.is_hidden
  );
  insert into public.course_subjects as s (course_name, subject, lecture_count, view_rate)
  select l."Course Name", l."Subject", count(*), max(l."View Rate")
  from public.lectures l
  where l."Course Name" = any (p_course_names) and l."Subject" is not null and not l.is_hidden
  group by l."Course Name", l."Subject"
  on conflict (course_name, subject) do update set
    lecture_count = excluded.lecture_count, view_rate = excluded.view_rate
  where (s.lecture_count, s.view_rate) is distinct from (excluded.lecture_count, excluded.view_rate);

  changes := array(
    select row(x.subject, sum(x.course_count), sum(x.lecture_count))::public.subject_summaries
    from (
      select a.subject, a.course_count, a.lecture_count from private.count_courses(p_course_names) a
      union all
      select b.subject, -b.course_count, -b.lecture_count from unnest(counts_before) b
    ) x
    group by x.subject
  );
  update public.catalogue_totals t
  set course_count = t.course_count + x.course_count, lecture_count = t.lecture_count + x.lecture_count
  from unnest(changes) x
  where x.subject is null and (x.course_count, x.lecture_count) <> (0, 0);
  merge into public.subject_summaries s
  using (select * from unnest(changes) c where c.subject is not null) x on s.subject = x.subject
  when matched and s.course_count + x.course_count = 0 then delete
  when matched and (x.course_count, x.lecture_count) <> (0, 0) then update set
    course_count = s.course_count + x.course_count, lecture_count = s.lecture_count + x.lecture_count
  when not matched and x.course_count > 0 then
    insert (subject, course_count, lecture_count) values (x.subject, x.course_count, x.lecture_count);
end
$$;

create or replace function public.search_catalogue(p_query text, p_named integer)
returns table (
  course_id text, course_name text, description text, subject text, institution text,
  image text, youtube text, lecture_count integer, match_count integer, matches jsonb
)
language plpgsql stable set search_path = ''
-- As above; and 500 rows are read one by one, also where a join of whole tables looks cheaper.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- By itself, because the planner would call search_ids to see how many rows to expect.
  found bigint[] := private.search_ids(p_query);
begin
  return query
  select c.course_id, c.course_name, c.description, c.subject, c.institution, c.image, c.youtube,
    c.lecture_count, g.match_count, g.matches
  from (
    select f.course_name, min(f.place) as place, count(*)::integer as match_count,
      jsonb_agg(
        jsonb_build_object(
          -- private.lecture_id is spelt out: the planner cannot inline it.
          'lecture_id', case
            when f.number is null then 'lecture-' || f.id
            when exists (
              select 1 from public.lectures o
              where o."Course Name" = f.course_name and o."Lecture Number" = f.number and o.id < f.id
            ) then f.number || '-' || f.id
            else f.number::text
          end,
          'name', f.name
        ) order by f.place
      ) filter (where f.nth <= p_named) as matches
    from (
      select i.place, l.id, l."Course Name" as course_name, l."lecture name" as name, l."Lecture Number" as number,
        row_number() over (partition by l."Course Name" order by i.place) as nth
      from unnest(found) with ordinality as i (id, place)
      join public.lectures l on l.id = i.id and not l.is_hidden
    ) f
    group by f.course_name
  ) g
  join public.course_summaries c on c.course_name = g.course_name
  order by g.place;
end
$$;

create or replace function public.course_page(p_course_id text)
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

create or replace function public.sitemap_lectures(p_file integer) returns text[]
language sql stable set search_path = ''
as $$
  -- A lecture's address as in course_page. No function of its own: one call a row would take longer than all else.
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
    and not l.is_hidden
$$;

create or replace function public.admin_lectures(p_query text, p_offset integer, p_limit integer)
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
        and k.id <> all (array(select h.id from public.lectures h where h."Course Name" = f.course_name and h.is_hidden))
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

create or replace function public.my_learning(p_offset integer, p_limit integer)
returns table (
  course_id text, course_name text, subject text, instructor text, institution text,
  description text, image text, youtube text, lecture_count integer, completed_count integer,
  last_activity double precision
)
language sql stable set search_path = ''
as $$
  -- last_activity is in Unix seconds, because the embedded API and PostgREST format timestamps differently.
  select c.course_id, c.course_name, c.subject, c.instructor, c.institution, c.description, c.image,
    c.youtube, c.lecture_count, m.completed_count, extract(epoch from m.updated_at)::double precision
  from (
    select l."Course Name" as course_name, max(p.updated_at) as updated_at,
      (count(*) filter (where p.completed and not l.is_hidden))::integer as completed_count
    from public.user_progress p
    join public.lectures l on l.id = p.record_id
    -- A tick that was taken back is no progress.
    where p.user_id = (select auth.uid()) and (p.completed or p.position_at is not null)
    group by l."Course Name"
  ) m
  join public.course_summaries c on c.course_name = m.course_name
  order by m.updated_at desc, c.course_name
  offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000)
$$;

create or replace function public.course_progress(p_course_name text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'completed', coalesce(jsonb_agg(p.record_id order by p.record_id) filter (where p.completed), '[]'),
    'watching', coalesce(jsonb_agg(private.place_json(p) order by p.record_id) filter (where p.position_at is not null), '[]'))
  from public.user_progress p
  -- By the whole key: joined, all that the account has learnt would be read, each row on a page of its own.
  where p.user_id = (select auth.uid())
    and p.record_id = any (array(select l.id from public.lectures l where l."Course Name" = p_course_name))
    and p.record_id <> all (array(select h.id from public.lectures h where h."Course Name" = p_course_name and h.is_hidden))
$$;

create or replace function public.continue_watching(p_limit integer)
returns table (
  course_id text, course_name text, institution text, image text, youtube text, lecture_count integer,
  record_id bigint, lecture_id text, lecture_name text, lecture_image text, lecture_youtube text, nth integer,
  place jsonb, active_at double precision
)
language sql stable set search_path = ''
as $$
  select c.course_id, c.course_name, c.institution, c.image, c.youtube, c.lecture_count,
    l.id, l.lecture_id, l.name, l.image, l.youtube, l.nth::integer, l.place,
    extract(epoch from m.active_at)::double precision
  from (
    select own."Course Name" as course_name, max(p.updated_at) as active_at,
      (array_agg(p.record_id order by p.updated_at desc))[1] as latest
    from public.user_progress p
    join public.lectures own on own.id = p.record_id
    where p.user_id = (select auth.uid()) and (p.completed or p.position_at is not null)
    group by own."Course Name"
    having max(p.updated_at) > coalesce(max(p.dismissed_at), '-infinity')
  ) m
  join public.course_summaries c on c.course_name = m.course_name
  cross join lateral (
    select o.*
    from (
      select k.id, k."lecture name" as name, k."Image" as image, k.youtube, k.is_hidden,
        case
          when k."Lecture Number" is null then 'lecture-' || k.id
          when k."Lecture Number" = lag(k."Lecture Number") over in_order then k."Lecture Number" || '-' || k.id
          else k."Lecture Number"::text
        end as lecture_id,
        count(*) filter (where not k.is_hidden) over in_order as nth,
        case when p.position_at is not null then private.place_json(p) end as place,
        coalesce(
          p.completed or p.last_watched_position >= p.duration - greatest(15, 0.02 * p.duration), false
        ) as is_finished,
        max((k.id = m.latest)::integer) over in_order = 1 as has_come
      from public.lectures k
      left join public.user_progress p on p.record_id = k.id and p.user_id = (select auth.uid())
      where k."Course Name" = m.course_name
      window in_order as (order by k."Lecture Number", k.id)
    ) o
    where not o.is_finished and not o.is_hidden
    -- The lecture of the moment, then those that follow it, then those before.
    order by o.has_come desc, o.nth limit 1
  ) l
  order by m.active_at desc, c.course_name
  limit least(greatest(p_limit, 0), 100)
$$;

-- The console. Its functions answer none but an administrator.

-- Security definer, all of these: no role of an account reads what is known of videos.
create function private.count_failing_videos() returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from private.video_health h
  where h.state in ('suspected', 'gone', 'not_embeddable')
    and exists (select from public.lectures l where right(l.youtube, 11) = h.video_id)
    and (select private.is_admin())
$$;
grant execute on function private.count_failing_videos() to authenticated;

drop function public.admin_counts();
create function public.admin_counts()
returns table (lectures bigint, courses bigint, subjects bigint, users bigint, hidden_lectures bigint, failing_videos bigint)
language sql stable rows 1 set search_path = ''
as $$
  select t.lecture_count, t.course_count,
    (select count(*) from public.subject_summaries),
    (select count(*) from public.profiles),
    (select count(*) from public.lectures l where l.is_hidden),
    (select private.count_failing_videos())
  from public.catalogue_totals t
  where (select private.is_admin())
$$;
comment on function public.admin_counts() is
  'Exact totals of the catalogue, of lectures that are hidden from it, and of videos that do not play.';
grant execute on function public.admin_counts() to authenticated;

create function private.admin_videos(p_offset integer, p_limit integer)
returns table (
  total bigint, video_id text, state text, reason text, reporters integer, first_bad double precision,
  last_bad double precision, last_played double precision, lecture_count bigint, lectures jsonb
)
language sql stable security definer set search_path = ''
as $$
  with shown as materialized (
    select h.* from private.video_health h
    where h.state <> 'fine' and exists (select from public.lectures l where right(l.youtube, 11) = h.video_id)
  ), page as (
    select s.* from shown s
    order by array_position(array['gone', 'not_embeddable', 'suspected', 'hidden'], s.state),
      s.reporters desc, s.last_bad desc nulls last, s.video_id
    offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000)
  )
  -- Times are in Unix seconds, because the embedded API and PostgREST format timestamps differently.
  select t.total, p.video_id, p.state, p.reason, p.reporters, extract(epoch from p.first_bad)::double precision,
    extract(epoch from p.last_bad)::double precision, extract(epoch from p.last_played)::double precision,
    l.lecture_count, l.lectures
  from (select count(*) as total from shown) t
  left join page p on true
  left join lateral (
    select count(*) as lecture_count, jsonb_agg(
      jsonb_build_object(
        'name', k.name, 'course_name', k.course_name, 'course_id', c.course_id,
        'lecture_id', case
          when k.number is null then 'lecture-' || k.id
          when exists (
            select from public.lectures o
            where o."Course Name" = k.course_name and o."Lecture Number" = k.number and o.id < k.id
          ) then k.number || '-' || k.id
          else k.number::text
        end
      ) order by k.id
    ) filter (where k.nth <= 3) as lectures
    from (
      select o.id, o."lecture name" as name, o."Course Name" as course_name, o."Lecture Number" as number,
        row_number() over (order by o.id) as nth
      from public.lectures o where right(o.youtube, 11) = p.video_id
    ) k
    left join public.course_summaries c on c.course_name = k.course_name
  ) l on true
  where (select private.is_admin())
  order by array_position(array['gone', 'not_embeddable', 'suspected', 'hidden'], p.state),
    p.reporters desc, p.last_bad desc nulls last, p.video_id
$$;
grant execute on function private.admin_videos(integer, integer) to authenticated;

create function public.admin_videos(p_offset integer, p_limit integer)
returns table (
  total bigint, video_id text, state text, reason text, reporters integer, first_bad double precision,
  last_bad double precision, last_played double precision, lecture_count bigint, lectures jsonb
)
language sql stable set search_path = ''
as $$ select * from private.admin_videos(p_offset, p_limit) $$;
comment on function public.admin_videos(integer, integer) is
  'A page of the videos that do not play, the surest first, and then of those that are hidden, each with its first '
  'three lectures as [{name, course_name, course_id, lecture_id}]. A page without videos has one row with the total alone.';
grant execute on function public.admin_videos(integer, integer) to authenticated;

create function private.admin_failing_lectures(p_after bigint, p_limit integer)
returns table (
  id bigint, course_name text, course_description text, subject text, instructor text, institution text,
  seo_slug text, image text, lecture_number integer, lecture_name text, youtube text, keywords text,
  view_rate double precision, views bigint
)
language sql stable security definer set search_path = ''
as $$
  select l.id, l."Course Name", l."Course Description", l."Subject", l."Instructor", l."Insitution", l."SEO:Slug",
    l."Image", l."Lecture Number", l."lecture name", l.youtube, l."Keywords", l."View Rate", l."Views"
  from private.video_health h
  join public.lectures l on right(l.youtube, 11) = h.video_id
  where h.state <> 'fine' and l.id > p_after and (select private.is_admin())
  order by l.id limit least(greatest(p_limit, 0), 1000)
$$;
grant execute on function private.admin_failing_lectures(bigint, integer) to authenticated;

create function public.admin_failing_lectures(p_after bigint, p_limit integer)
returns table (
  id bigint, course_name text, course_description text, subject text, instructor text, institution text,
  seo_slug text, image text, lecture_number integer, lecture_name text, youtube text, keywords text,
  view_rate double precision, views bigint
)
language sql stable set search_path = ''
as $$ select * from private.admin_failing_lectures(p_after, p_limit) $$;
comment on function public.admin_failing_lectures(bigint, integer) is
  'The lectures whose videos do not play or are hidden, with all that an import reads, by id and behind one.';
grant execute on function public.admin_failing_lectures(bigint, integer) to authenticated;

create function private.review_video(p_video text, p_verdict text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.is_admin() or p_verdict not in ('fine', 'hidden') then
    raise exception 'not for this account' using errcode = '42501';
  end if;
  perform private.lock_catalogue();
  -- Reports from before count for nothing once the video is fine.
  update private.video_health h set
    state = p_verdict, reviewed_by = (select auth.uid()),
    reviewed_at = case when p_verdict = 'fine' then clock_timestamp() else h.reviewed_at end,
    reason = case when p_verdict = 'hidden' then h.reason end,
    reporters = case when p_verdict = 'hidden' then h.reporters else 0 end,
    first_bad = case when p_verdict = 'hidden' then h.first_bad end,
    last_bad = case when p_verdict = 'hidden' then h.last_bad end
  where h.video_id = p_video and h.state <> p_verdict;
  if not found then
    return false;
  end if;
  update public.lectures l set is_hidden = (p_verdict = 'hidden')
  where right(l.youtube, 11) = p_video and l.is_hidden <> (p_verdict = 'hidden');
  return true;
end
$$;
grant execute on function private.review_video(text, text) to authenticated;

create function public.review_video(p_video text, p_verdict text) returns boolean
language sql volatile set search_path = ''
as $$ select private.review_video(p_video, p_verdict) $$;
comment on function public.review_video(text, text) is
  'What an administrator says of a video that was reported: "hidden" takes its lectures out of the catalogue, "fine" '
  'brings them back and has earlier reports count for nothing. False for a video that is not known, or is that already.';
grant execute on function public.review_video(text, text) to authenticated;

create function private.replace_video(p_video text, p_by text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  changed integer;
begin
  if not private.is_admin() then
    raise exception 'not for this account' using errcode = '42501';
  end if;
  perform private.lock_catalogue();
  update public.lectures l set
    youtube = 'https://www.youtube.com/embed/' || p_by, "Image" = replace(l."Image", '/' || p_video || '/', '/' || p_by || '/')
  where right(l.youtube, 11) = p_video;
  get diagnostics changed = row_count;
  -- Where it comes back with an import, it is reported anew.
  delete from private.video_reports r where r.video_id = p_video;
  delete from private.video_health h where h.video_id = p_video;
  return changed;
end
$$;
grant execute on function private.replace_video(text, text) to authenticated;

create function public.replace_video(p_video text, p_by text) returns integer
language sql volatile set search_path = ''
as $$ select private.replace_video(p_video, p_by) $$;
comment on function public.replace_video(text, text) is
  'Gives every lecture with a video another one, by their ids, and returns how many lectures that were.';
grant execute on function public.replace_video(text, text) to authenticated;

-- The check of thumbnails. One server walks through all lectures, a slice at a time, in an order that takes neighbours
-- apart: a course whose videos are all gone must not look like an outage.

create table private.thumbnail_check (
  is_only_row boolean primary key default true check (is_only_row),
  worker uuid,
  lease_until timestamptz,
  -- After an outage nothing is asked for a while.
  rests_until timestamptz not null default '-infinity',
  round_began_at timestamptz not null default '-infinity',
  -- A round has as many steps, a power of two, and is at this one; each step is another lecture's id.
  steps bigint not null default 0,
  step bigint not null default 0
);
comment on table private.thumbnail_check is 'One row: which server checks thumbnails, and how far it is.';
insert into private.thumbnail_check default values;
alter table private.thumbnail_check enable row level security;
grant select, update on private.thumbnail_check to service_role;

create function public.claim_thumbnail_check(p_worker uuid, p_videos integer)
returns table (step bigint, videos text[])
language plpgsql volatile set search_path = ''
as $$
declare
  at_work private.thumbnail_check;
  behind bigint;
  found_here text[];
begin
  select * into at_work from private.thumbnail_check c for update;
  if (at_work.worker is distinct from p_worker and at_work.lease_until > clock_timestamp())
    or at_work.rests_until > clock_timestamp()
  then
    return;
  end if;
  if at_work.step >= at_work.steps then
    if at_work.round_began_at > clock_timestamp() - interval '7 days' then
      return;
    end if;
    at_work.step := 0;
    at_work.round_began_at := clock_timestamp();
    select case when max(l.id) is null then 0 else 2 ^ ceil(log(2, max(l.id) + 1)) end::bigint into at_work.steps
    from public.lectures l;
  end if;
  step := at_work.step;
  videos := '{}';
  while step < at_work.steps and cardinality(videos) < p_videos loop
    behind := least(step + 100, at_work.steps);
    -- An odd stride comes to every id once.
    select array_agg(distinct right(l.youtube, 11)) into found_here
    from generate_series(step, behind - 1) s
    join public.lectures l on l.id = s * ((0.618 * at_work.steps)::bigint | 1) % at_work.steps
    where l.youtube is not null;
    videos := videos || coalesce(found_here, '{}');
    step := behind;
  end loop;
  update private.thumbnail_check c set worker = p_worker, lease_until = clock_timestamp() + interval '15 minutes',
    round_began_at = at_work.round_began_at, steps = at_work.steps, step = at_work.step
  where true;
  return next;
end
$$;
comment on function public.claim_thumbnail_check(uuid, integer) is
  'The next videos to look at, about as many as asked for, and the step that they lead to: for the server that holds '
  'the check or takes it up. No row where another server has it, or where there is nothing to do.';
grant execute on function public.claim_thumbnail_check(uuid, integer) to service_role;

create function public.record_thumbnail_check(p_worker uuid, p_step bigint, p_missing text, p_found text) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  video text;
begin
  update private.thumbnail_check c set step = p_step, lease_until = clock_timestamp() + interval '15 minutes'
  where c.worker = p_worker and c.lease_until > clock_timestamp();
  if not found then
    return false;
  end if;
  for video in select jsonb_array_elements_text(p_missing::jsonb) order by 1 loop
    insert into private.video_reports as r (video_id, code, reporter) values (video, 100, 'thumbnail')
    on conflict (video_id, code, reporter, day) do update set reported_at = excluded.reported_at;
    insert into private.video_health (video_id) values (video) on conflict do nothing;
    perform private.judge_video(video);
  end loop;
  -- What was missing once and is there again was never gone.
  for video in
    with withdrawn as (
      delete from private.video_reports r
      where r.reporter = 'thumbnail' and r.video_id in (select jsonb_array_elements_text(p_found::jsonb))
      returning r.video_id
    )
    select distinct w.video_id from withdrawn w order by 1
  loop
    perform private.judge_video(video);
  end loop;
  return true;
end
$$;
comment on function public.record_thumbnail_check(uuid, bigint, text, text) is
  'Counts what a server found, two JSON arrays of videos, and goes on to a step; false where another server has the check by now.';
grant execute on function public.record_thumbnail_check(uuid, bigint, text, text) to service_role;

create function public.rest_thumbnail_check(p_worker uuid, p_seconds integer) returns void
language sql volatile set search_path = ''
as $$
  update private.thumbnail_check c
  set worker = null, lease_until = null, rests_until = clock_timestamp() + make_interval(secs => p_seconds)
  where c.worker = p_worker
$$;
comment on function public.rest_thumbnail_check(uuid, integer) is 'Ends a server''s check, and has none for so many seconds.';
grant execute on function public.rest_thumbnail_check(uuid, integer) to service_role;

-- Videos that no longer play, as reported by learners' players, what editors decide about them, and the lengths of
-- videos on which two networks agree. A lecture is hidden with its video: it leaves the catalogue, but keeps its row,
-- its address and learners' progress.

-- ## Health

create table private.video_reports (
  video_id text not null check (video_id ~ '^[A-Za-z0-9_-]{11}$'),
  -- The player's error code, or 0 if the video played.
  code smallint not null check (code in (0, 2, 100, 101, 150)),
  -- A keyed hash of an account, or of a visitor's address; 'thumbnail' for the installation's own check.
  reporter text not null check (char_length(reporter) = 64 or reporter = 'thumbnail'),
  -- A keyed hash of the network that the report came from; only if the video played.
  network text check (char_length(network) = 64),
  day date not null default (now() at time zone 'utc')::date,
  -- The length in seconds according to the player; only if the video played.
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
  -- The reason given by most reporters, also for a hidden video.
  reason text check (reason in ('gone', 'not_embeddable')),
  -- Number of distinct reporters since the video last played or was reviewed.
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

-- Contains all rules by which reports determine the state of a video.
create function private.judge_video(p_video text) returns void
language sql volatile set search_path = ''
as $$
  update private.video_health h set
    state = case
      when h.state = 'hidden' then 'hidden'
      when c.reporters >= 3 and c.days >= 2 then c.reason
      -- Reports are deleted after 30 days, but this state lasts until the video plays or is reviewed.
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

-- ## Lengths

create table private.length_news (
  is_only_row boolean primary key default true check (is_only_row),
  has_news boolean not null default false,
  told_at timestamptz not null default '-infinity'
);
comment on table private.length_news is 'Whether lengths have changed since pages of courses were last to be made anew, and when that was.';
insert into private.length_news default values;
alter table private.length_news enable row level security;
grant select, update on private.length_news to service_role;

-- Security definer: no role of the API may write cache_tags, which servers rely on.
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
  -- Visitors see lengths, so one person with several accounts must not make one up.
  select count(distinct r.network) filter (where abs(r.duration - p_duration) <= 1),
    count(distinct r.network) filter (where abs(r.duration - known.seconds) <= 1)
  into agreeing, agreeing_with_known
  from private.video_reports r where r.video_id = p_video and r.code = 0;
  if abs(known.seconds - p_duration) <= 1 then
    update public.video_lengths v set expires_at = now() + interval '30 days' where v.video_id = p_video;
  -- No video of YouTube is longer than 12 hours (support.google.com/youtube/answer/71673).
  elsif p_duration <= 43200 and agreeing >= 2 and (known.video_id is null or agreeing > agreeing_with_known) then
    insert into public.video_lengths as v (video_id, seconds, expires_at)
    values (p_video, greatest(round(p_duration), 1), now() + interval '30 days')
    on conflict (video_id) do update set seconds = excluded.seconds, expires_at = excluded.expires_at;
    update private.length_news n set has_news = true where not n.has_news;
  end if;
end
$$;
comment on function private.learn_length(text, double precision) is
  'Makes a fact of a reported length once a report from another network agrees with it, and lets a known one last for 30 days '
  'more.';
grant execute on function private.learn_length(text, double precision) to service_role;

-- ## Reports

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
  p_record_id bigint, p_reporter text, p_code integer, p_duration double precision default null,
  p_network text default null
)
returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'utc')::date;
  video text;
begin
  -- The video is looked up from the lecture, so that a reporter cannot choose it.
  select right(l.youtube, 11) into video from public.lectures l where l.id = p_record_id;
  if video is null then
    return false;
  end if;
  -- Serializes the reports of a reporter, so that the count is exact.
  perform pg_advisory_xact_lock(7236517, hashtext(p_reporter));
  if (select count(*) from private.video_reports r where r.reporter = p_reporter and r.day = today) >= 20
    and not exists (
      select from private.video_reports r
      where (r.video_id, r.code, r.reporter, r.day) = (video, p_code, p_reporter, today)
    )
  then
    return false;
  end if;
  insert into private.video_reports as r (video_id, code, reporter, day, duration, network)
  values (video, p_code, p_reporter, today, case when p_code = 0 then p_duration end, case when p_code = 0 then p_network end)
  on conflict (video_id, code, reporter, day) do update
    set reported_at = excluded.reported_at, duration = excluded.duration, network = excluded.network;
  if p_code = 0 then
    insert into private.video_health as h (video_id, last_played) values (video, clock_timestamp())
    on conflict (video_id) do update set
      last_played = excluded.last_played, reporters = 0, first_bad = null, last_bad = null,
      state = case when h.state = 'hidden' then 'hidden' else 'fine' end,
      reason = case when h.state = 'hidden' then h.reason end;
    perform private.learn_length(video, p_duration);
  else
    insert into private.video_health (video_id) values (video) on conflict do nothing;
    -- Concurrent reports of a video wait for each other, so that the last one sees them all.
    perform from private.video_health h where h.video_id = video for update;
    perform private.judge_video(video);
  end if;
  perform public.tidy_videos(100);
  return true;
end
$$;
comment on function public.report_video(bigint, text, integer, double precision, text) is
  'Counts what a player told of a lecture''s video, once a reporter and day: an error, or 0 with the length of what '
  'played. False for a lecture without a video, and for a reporter who has told of 20 videos today.';
grant execute on function public.report_video(bigint, text, integer, double precision, text) to service_role;

-- ## Hidden lectures

-- Security definer: accounts that write lectures may not read video_health.
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

-- ## Console
--
-- The console's screens of the catalogue. Every role that opens the console reads them; only editors make changes.

-- The private functions that accounts may call are security definer: accounts may not read the state of videos, or count
-- accounts, directly.
create function private.count_failing_videos() returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from private.video_health h
  where h.state in ('suspected', 'gone', 'not_embeddable')
    and exists (select from public.lectures l where right(l.youtube, 11) = h.video_id)
    and (select private.can_view_console())
$$;
grant execute on function private.count_failing_videos() to authenticated;

create function private.count_accounts() returns bigint
language sql stable security definer set search_path = ''
as $$ select count(*) from public.profiles where (select private.can_view_console()) $$;
grant execute on function private.count_accounts() to authenticated;

create function public.admin_counts()
returns table (lectures bigint, courses bigint, subjects bigint, users bigint, hidden_lectures bigint, failing_videos bigint)
language sql stable rows 1 set search_path = ''
as $$
  select t.lecture_count, t.course_count,
    (select count(*) from public.subject_summaries),
    (select private.count_accounts()),
    (select count(*) from public.lectures l where l.is_hidden),
    (select private.count_failing_videos())
  from public.catalogue_totals t
  where (select private.can_view_console())
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
  where (select private.can_view_console())
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
returns setof public.lectures
language sql stable security definer set search_path = ''
as $$
  select l.*
  from private.video_health h
  join public.lectures l on right(l.youtube, 11) = h.video_id
  where h.state <> 'fine' and l.id > p_after and (select private.can_view_console())
  order by l.id limit least(greatest(p_limit, 0), 1000)
$$;
grant execute on function private.admin_failing_lectures(bigint, integer) to authenticated;

create function public.admin_failing_lectures(p_after bigint, p_limit integer)
returns setof public.lectures
language sql stable set search_path = ''
as $$ select * from private.admin_failing_lectures(p_after, p_limit) $$;
comment on function public.admin_failing_lectures(bigint, integer) is
  'The lectures whose videos do not play or are hidden, with all that an import reads, by id and behind one.';
grant execute on function public.admin_failing_lectures(bigint, integer) to authenticated;

create function private.log_video(p_event text, p_video text, p_details jsonb default '{}') returns void
language sql volatile set search_path = ''
as $$
  select private.log_event(p_event, null, jsonb_strip_nulls(jsonb_build_object(
    'lecture', (array_agg(l."lecture name" order by l.id))[1], 'lectures', count(*), 'video', p_video
  )) || p_details)
  from public.lectures l where right(l.youtube, 11) = p_video
$$;

create function private.review_video(p_video text, p_verdict text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was_hidden boolean;
begin
  if not private.can_edit() or p_verdict not in ('fine', 'hidden') then
    raise exception 'not for this account' using errcode = '42501';
  end if;
  perform private.lock_catalogue();
  select h.state = 'hidden' into was_hidden from private.video_health h where h.video_id = p_video;
  -- If the video is fine, earlier reports no longer count.
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
  perform private.log_video(
    case when p_verdict = 'hidden' then 'video hidden' when was_hidden then 'video shown again' else 'video found to play' end,
    p_video
  );
  return true;
end
$$;
grant execute on function private.review_video(text, text) to authenticated;

create function public.review_video(p_video text, p_verdict text) returns boolean
language sql volatile set search_path = ''
as $$ select private.review_video(p_video, p_verdict) $$;
comment on function public.review_video(text, text) is
  'What an editor says of a video that was reported: "hidden" takes its lectures out of the catalogue, "fine" '
  'brings them back and has earlier reports count for nothing. False for a video that is not known, or is that already.';
grant execute on function public.review_video(text, text) to authenticated;

-- A correction like others: an import keeps the new link, and it can be taken back.
create function private.replace_video(p_video text, p_by text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ids bigint[];
  job uuid;
  same_image text;
begin
  if not private.can_edit() then
    raise exception 'not for this account' using errcode = '42501';
  end if;
  perform private.lock_catalogue();
  ids := array(select l.id from public.lectures l where right(l.youtube, 11) = p_video);
  if ids = '{}' then
    return 0;
  end if;
  if exists (select from private.video_health h where h.video_id = p_by and h.state = 'hidden') then
    return null;
  end if;
  perform private.log_video('video replaced', p_video, jsonb_build_object('by', p_by));
  job := private.begin_correction(private.correction_title('Replaced the video of', ids));
  for same_image in select distinct l."Image" from public.lectures l where l.id = any (ids) loop
    perform private.set_lecture_cells(
      job, array(select l.id from public.lectures l where l.id = any (ids) and l."Image" is not distinct from same_image),
      jsonb_build_object(
        'youtube', 'https://www.youtube.com/embed/' || p_by,
        'image', replace(same_image, '/' || p_video || '/', '/' || p_by || '/')
      )
    );
  end loop;
  perform private.end_correction(job, 'gone');
  -- If an import brings the video back, its reports start from zero.
  delete from private.video_reports r where r.video_id = p_video;
  delete from private.video_health h where h.video_id = p_video;
  return cardinality(ids);
end
$$;
grant execute on function private.replace_video(text, text) to authenticated;

create function public.replace_video(p_video text, p_by text) returns integer
language sql volatile set search_path = '' set statement_timeout = '45s'
as $$ select private.replace_video(p_video, p_by) $$;
comment on function public.replace_video(text, text) is
  'Gives every lecture with a video another one, by their ids, and returns how many lectures that were; null where the '
  'other one is hidden.';
grant execute on function public.replace_video(text, text) to authenticated;

-- ## Thumbnails
--
-- The check of thumbnails. One server goes through all lectures, a slice at a time, in an order that separates
-- neighbours: a course whose videos are all gone must not look like an outage.

create table private.thumbnail_check (
  is_only_row boolean primary key default true check (is_only_row),
  worker uuid,
  lease_until timestamptz,
  -- After an outage, no thumbnails are requested before this time.
  rests_until timestamptz not null default '-infinity',
  round_began_at timestamptz not null default '-infinity',
  -- The number of steps in a round, a power of two, and the current step; each step is another lecture's id.
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
    -- An odd stride reaches every id exactly once, because the number of steps is a power of two.
    select array_agg(distinct right(l.youtube, 11)) into found_here
    from generate_series(step, behind - 1) s
    join public.lectures l on l.id = s * ((0.618 * at_work.steps)::bigint | 1) % at_work.steps
    where l.youtube is not null;
    videos := videos || coalesce(found_here, '{}');
    step := behind;
  end loop;
  update private.thumbnail_check c set worker = p_worker, lease_until = clock_timestamp() + interval '1 hour',
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
  update private.thumbnail_check c set step = p_step, lease_until = clock_timestamp() + interval '1 hour'
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
  -- A video whose thumbnail is found again was never gone: its earlier reports are withdrawn.
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

-- Videos that no longer play, as reported by learners' players, what editors decide about them, and the lengths of
-- videos on which two players agree. A lecture is hidden with its video: it leaves the catalogue, but keeps its row,
-- its address and learners' progress.

-- Videos.

create table private.video_reports (
  video_id text not null check (video_id ~ '^[A-Za-z0-9_-]{11}$'),
  -- The player's error code, or 0 if the video played.
  code smallint not null check (code in (0, 2, 100, 101, 150)),
  -- A keyed hash of an account, or of a visitor's address; 'thumbnail' for the installation's own check.
  reporter text not null check (char_length(reporter) = 64 or reporter = 'thumbnail'),
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

-- Lengths.

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
    -- Concurrent reports of a video wait for each other, so that the last one sees them all.
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

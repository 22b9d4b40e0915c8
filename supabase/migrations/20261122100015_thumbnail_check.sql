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

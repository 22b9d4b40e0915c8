-- The console's dashboard: weekly counts, and searches without results. It stores only numbers and texts, without
-- accounts, addresses or times of day.

-- Weeks.

create index user_progress_active_week on public.user_progress (active_week, user_id);
create index user_progress_completed_week on public.user_progress (completed_week) where completed_week is not null;

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

-- Searches.

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

create table private.missed_search_brake (
  is_only_row boolean primary key default true check (is_only_row),
  hour timestamptz not null,
  added integer not null
);
comment on table private.missed_search_brake is 'One row: how many rows of missed_searches were added in this hour.';
alter table private.missed_search_brake enable row level security;
grant select, insert, update on private.missed_search_brake to service_role;

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
  insert into private.missed_search_brake as b (hour, added) values (date_trunc('hour', now()), 1)
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

-- The dashboard.

-- Security definer, both: accounts may not read the counted data directly.
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

-- The console's screens of the catalogue. Every role that opens the console reads them; only editors make changes.

-- Security definer, all of these: accounts may not read the state of videos, or count accounts, directly.
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
  where h.state <> 'fine' and l.id > p_after and (select private.can_view_console())
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

create function private.replace_video(p_video text, p_by text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  changed integer;
begin
  if not private.can_edit() then
    raise exception 'not for this account' using errcode = '42501';
  end if;
  perform private.lock_catalogue();
  perform private.log_video('video replaced', p_video, jsonb_build_object('by', p_by))
  where exists (select from public.lectures l where right(l.youtube, 11) = p_video);
  update public.lectures l set
    youtube = 'https://www.youtube.com/embed/' || p_by, "Image" = replace(l."Image", '/' || p_video || '/', '/' || p_by || '/')
  where right(l.youtube, 11) = p_video;
  get diagnostics changed = row_count;
  -- If an import brings the video back, its reports start from zero.
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

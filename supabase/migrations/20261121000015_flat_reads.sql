-- What the pages read takes the same time in a small catalogue and in a large one: one plan for every
-- call, made to go by the indexes alone. Left to itself the planner takes a limit that it does not know
-- for a tenth of the table, and in a large one plans each call anew, which takes longer than the query.
-- PostgreSQL 17 and older never see the value, so for them the plan has to be right anyway.
alter function public.home_sections(integer) set plan_cache_mode = force_generic_plan;
alter function public.find_course(text) set plan_cache_mode = force_generic_plan;
alter function public.list_course_lectures(text, integer, integer) set plan_cache_mode = force_generic_plan;
alter function public.similar_courses(text, integer) set plan_cache_mode = force_generic_plan;

create or replace function public.subject_courses(p_subject text, p_offset integer, p_limit integer)
returns table (
  total integer, course_id text, course_name text, subject text, institution text,
  description text, image text, youtube text
)
language sql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select
    case when p_subject = 'All' then
      -- Counting the courses would take time with each of them.
      (select coalesce(sum(s.course_count), 0)::integer from public.subject_summaries s)
      + (select count(*)::integer from public.course_summaries w where w.subject is null)
    else (select s.course_count from public.subject_summaries s where s.subject = p_subject) end,
    c.course_id, c.course_name, c.subject, c.institution, c.description, c.image, c.youtube
  from (
    -- Two queries, because each has an index that holds its order, and all that they read.
    (select a.course_name from public.course_summaries a
     where p_subject = 'All'
     order by a.view_rate desc nulls last, a.sort_name, a.course_name
     offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000))
    union all
    (select a.course_name from public.course_summaries a
     where p_subject <> 'All' and a.subject = p_subject
     order by a.view_rate desc nulls last, a.sort_name, a.course_name
     offset greatest(p_offset, 0) limit least(greatest(p_limit, 0), 1000))
  ) shown
  join public.course_summaries c on c.course_name = shown.course_name
  order by c.view_rate desc nulls last, c.sort_name, c.course_name
$$;

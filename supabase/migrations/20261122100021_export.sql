-- The catalogue as a file, for the console.

-- Rights of the caller: all that this reads is open to accounts, and hidden lectures too.
create function public.admin_export_lectures(
  p_query text, p_after_course text, p_after_number integer, p_after_id bigint, p_limit integer
)
returns table (
  id bigint, course_name text, course_description text, subject text, instructor text, institution text,
  seo_slug text, image text, lecture_number integer, lecture_name text, youtube text, keywords text,
  view_rate double precision, views bigint
)
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
  -- The rest of a course that the page before has begun: lectures without a number are its last.
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
      where c.course_name > p_after_course and (strpos(c.sort_name, asked) > 0
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
    select l.id, l."Course Name", l."Course Description", l."Subject", l."Instructor", l."Insitution", l."SEO:Slug",
      l."Image", l."Lecture Number", l."lecture name", l.youtube, l."Keywords", l."View Rate", l."Views"
    from unnest(found) with ordinality f (id, nth)
    join public.lectures l on l.id = f.id
    order by f.nth;
end
$$;
comment on function public.admin_export_lectures(text, text, integer, bigint, integer) is
  'Lectures as an import reads them, hidden ones too, by course name, number and row, and behind one: all, or those of the '
  'courses that admin_lectures finds by a text, and of wholly hidden courses that it would find.';
grant execute on function public.admin_export_lectures(text, text, integer, bigint, integer) to authenticated;

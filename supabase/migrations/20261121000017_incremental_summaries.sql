-- Subjects are counted by what changes: counting their courses anew takes time with each course there is.

create or replace function private.refresh_course_summaries(p_course_names text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- What the courses took from each subject's counts when they went, and what they added when they came.
  changes public.subject_summaries[];
  course record;
begin
  if cardinality(p_course_names) = 0 then
    return;
  end if;
  perform private.lock_catalogue();
  changes := array(
    select row(c.subject, -count(*), -sum(c.lecture_count))::public.subject_summaries
    from public.course_summaries c
    where c.course_name = any (p_course_names) and c.subject is not null
    group by c.subject
  );

  delete from public.course_summaries c
  where c.course_name = any (p_course_names)
    and not exists (select 1 from public.lectures l where l."Course Name" = c.course_name);

  for course in
    select
      l."Course Name" as course_name,
      (array_agg(l."SEO:Slug" order by l."Lecture Number", l.id)
        filter (where l."SEO:Slug" is not null))[1] as slug,
      (array_agg(l."Subject" order by l."Lecture Number", l.id)
        filter (where l."Subject" is not null))[1] as subject,
      (array_agg(l."Instructor" order by l."Lecture Number", l.id)
        filter (where l."Instructor" is not null))[1] as instructor,
      (array_agg(l."Insitution" order by l."Lecture Number", l.id)
        filter (where l."Insitution" is not null))[1] as institution,
      (array_agg(l."Course Description" order by l."Lecture Number", l.id)
        filter (where l."Course Description" is not null))[1] as description,
      (array_agg(l."Image" order by l."Lecture Number", l.id)
        filter (where l."Image" is not null))[1] as image,
      (array_agg(l.youtube order by l."Lecture Number", l.id)
        filter (where l.youtube is not null))[1] as youtube,
      count(*)::integer as lecture_count,
      max(l."View Rate") as view_rate
    from public.lectures l
    where l."Course Name" = any (p_course_names)
    group by l."Course Name"
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

  changes := array(
    select row(x.subject, sum(x.course_count), sum(x.lecture_count))::public.subject_summaries
    from (
      select * from unnest(changes)
      union all
      select c.subject, count(*), sum(c.lecture_count)
      from public.course_summaries c
      where c.course_name = any (p_course_names) and c.subject is not null
      group by c.subject
    ) x (subject, course_count, lecture_count)
    group by x.subject
  );
  delete from public.subject_summaries s using unnest(changes) x
  where s.subject = x.subject and s.course_count + x.course_count = 0;
  update public.subject_summaries s
  set course_count = s.course_count + x.course_count, lecture_count = s.lecture_count + x.lecture_count
  from unnest(changes) x
  where s.subject = x.subject and (x.course_count, x.lecture_count) <> (0, 0);
  insert into public.subject_summaries (subject, course_count, lecture_count)
  select x.subject, x.course_count, x.lecture_count from unnest(changes) x
  where x.course_count > 0
    and not exists (select from public.subject_summaries s where s.subject = x.subject);
end
$$;
drop function private.refresh_subject_summaries(text[]);

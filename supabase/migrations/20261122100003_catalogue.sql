-- The catalogue: the lecture rows, and the courses, subjects and totals that triggers derive from them.

-- ## Page cache
--
-- How app servers learn that the content of their page cache has changed.

create table public.cache_tags (
  tag text primary key check (tag <> ''),
  version bigint not null default 1
);
comment on table public.cache_tags is
  'One row a tag of the pages'' cache. An app server makes pages with the tag anew once its version is another.';
alter table public.cache_tags enable row level security;
create policy cache_tags_select_visitor on public.cache_tags
  for select to anon using (true);
create policy cache_tags_select_user on public.cache_tags
  for select to authenticated using (true);
grant select on public.cache_tags to anon, authenticated, service_role;

create function private.expire_pages() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.cache_tags as t (tag) values ('catalogue')
  on conflict (tag) do update set version = t.version + 1;
  return null;
end
$$;
comment on function private.expire_pages() is
  'Has every app server make its pages of the catalogue anew, as soon as the change that fires this is committed.';

-- ## Lectures
--
-- The column names are spelt as in the data; what pages read has snake_case names.

create table public.lectures (
  id bigint generated always as identity primary key,
  "Course Name" text not null check (char_length("Course Name") <= 250),
  "Course Description" text check (char_length("Course Description") <= 10000),
  -- Browsers resolve a path segment of one or two dots instead of requesting it.
  "Subject" text check (char_length("Subject") <= 100 and "Subject" !~ '^\.{1,2}$'),
  "Instructor" text check (char_length("Instructor") <= 2000),
  "Insitution" text check (char_length("Insitution") <= 250),
  "SEO:Slug" text check (char_length("SEO:Slug") <= 250),
  "Image" text check (char_length("Image") <= 2000 and "Image" ~ '^https?://\S+$'),
  "Lecture Number" integer check ("Lecture Number" >= 0),
  "lecture name" text not null check (char_length("lecture name") <= 250),
  -- Only this canonical form is stored, so nothing but YouTube can ever be framed.
  youtube text check (
    -- A single pattern for both conditions takes ten times as long.
    youtube like 'https://www.youtube.com/embed/___________' and right(youtube, 11) !~ '[^A-Za-z0-9_-]'
  ),
  "Keywords" text check (char_length("Keywords") <= 5000),
  "View Rate" double precision check ("View Rate" between -1e12 and 1e12),
  "Views" bigint check ("Views" between 0 and 9007199254740991),
  is_hidden boolean not null default false,
  -- Rows that agree in these columns are the same lecture; null counts as a number of its own.
  constraint lectures_natural_key
    unique nulls not distinct ("Course Name", "lecture name", "Lecture Number")
);
comment on table public.lectures is 'One row a lecture. A course is the rows that share "Course Name".';

-- Lectures are stored as an import would store them, so that importing an exported catalogue restores it exactly: no
-- text is empty, begins or ends with white space, or contains a control character except tabs and line breaks. A
-- function call for this check would make imports a tenth slower.
do $$
declare
  space constant text := '\t\n\x0b\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
begin
  execute (
    select format('alter table public.lectures add constraint lectures_texts_trimmed check (%s)', string_agg(
      format('%I !~ %L', c.name, format('^$|^[%1$s]|[%1$s]$|[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]', space)), ' and '
    ))
    from unnest(array[
      'Course Name', 'Course Description', 'Subject', 'Instructor', 'Insitution', 'SEO:Slug', 'Image', 'lecture name', 'Keywords'
    ]) as c (name)
  );
end
$$;

comment on column public.lectures.is_hidden is 'Whether its video has been hidden in the console: it is no part of the catalogue then.';

-- A course's lectures in their order.
create index lectures_course_order on public.lectures ("Course Name", "Lecture Number", id);
create index lectures_hidden on public.lectures ("Course Name", id) where is_hidden;
create index lectures_video on public.lectures (right(youtube, 11));

alter table public.lectures enable row level security;
create policy lectures_select_visitor on public.lectures
  for select to anon using (true);
create policy lectures_select_user on public.lectures
  for select to authenticated using (true);

-- Editors write lectures by functions alone, which log a change, keep what it replaces, and keep what learners have there.
grant select on public.lectures to anon, authenticated;
grant select, insert, update, delete on public.lectures to service_role;

-- ## Cells of lectures
--
-- What depends on which columns a lecture has.

create function private.lecture_digest(p_lecture public.lectures) returns bigint
language sql stable set search_path = ''
as $$
  select pg_catalog.hashtextextended(row(p_lecture."Course Name", p_lecture."Course Description", p_lecture."Subject",
    p_lecture."Instructor", p_lecture."Insitution", p_lecture."SEO:Slug", p_lecture."Image",
    p_lecture."Lecture Number", p_lecture."lecture name", p_lecture.youtube, p_lecture."Keywords",
    p_lecture."View Rate", p_lecture."Views")::text, 0)
$$;
comment on function private.lecture_digest(public.lectures) is 'Tells whether a lecture is what it was.';
grant execute on function private.lecture_digest(public.lectures) to service_role;

-- Renames the keys of cells from field names to columns of lectures.
create function private.lecture_columns(p_cells jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(n.column_name, p_cells -> n.field), '{}')
  from (values
    ('course_name', 'Course Name'), ('course_description', 'Course Description'), ('subject', 'Subject'),
    ('instructor', 'Instructor'), ('institution', 'Insitution'), ('seo_slug', 'SEO:Slug'), ('image', 'Image'),
    ('lecture_number', 'Lecture Number'), ('lecture_name', 'lecture name'), ('youtube', 'youtube'),
    ('keywords', 'Keywords'), ('view_rate', 'View Rate'), ('views', 'Views')
  ) as n (field, column_name)
  where p_cells ? n.field
$$;
grant execute on function private.lecture_columns(jsonb) to service_role;

create function private.lecture_json(p_lecture public.lectures) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'course_name', p_lecture."Course Name", 'course_description', p_lecture."Course Description",
    'subject', p_lecture."Subject", 'instructor', p_lecture."Instructor", 'institution', p_lecture."Insitution",
    'seo_slug', p_lecture."SEO:Slug", 'image', p_lecture."Image", 'lecture_number', p_lecture."Lecture Number",
    'lecture_name', p_lecture."lecture name", 'youtube', p_lecture.youtube, 'keywords', p_lecture."Keywords",
    'view_rate', p_lecture."View Rate", 'views', p_lecture."Views"
  )
$$;
comment on function private.lecture_json(public.lectures) is 'A lecture by the names of its fields.';
grant execute on function private.lecture_json(public.lectures) to service_role;

create function private.write_lectures(p_lectures public.lectures[]) returns table (id bigint, digest bigint)
language sql volatile set search_path = ''
as $$
  insert into public.lectures as l (
    id, "Course Name", "Course Description", "Subject", "Instructor", "Insitution", "SEO:Slug", "Image",
    "Lecture Number", "lecture name", youtube, "Keywords", "View Rate", "Views"
  )
  overriding system value
  select n.id, n."Course Name", n."Course Description", n."Subject", n."Instructor", n."Insitution", n."SEO:Slug",
    n."Image", n."Lecture Number", n."lecture name", n.youtube, n."Keywords", n."View Rate", n."Views"
  from unnest(p_lectures) n
  on conflict (id) do update set
    "Course Name" = excluded."Course Name", "Course Description" = excluded."Course Description",
    "Subject" = excluded."Subject", "Instructor" = excluded."Instructor", "Insitution" = excluded."Insitution",
    "SEO:Slug" = excluded."SEO:Slug", "Image" = excluded."Image", "Lecture Number" = excluded."Lecture Number",
    "lecture name" = excluded."lecture name", youtube = excluded.youtube, "Keywords" = excluded."Keywords",
    "View Rate" = excluded."View Rate", "Views" = excluded."Views"
  returning l.id, private.lecture_digest(l)
$$;
comment on function private.write_lectures(public.lectures[]) is
  'Stores lectures by their ids, all cells of each, whether a lecture has the id or not. Only a video decides is_hidden.';
grant execute on function private.write_lectures(public.lectures[]) to service_role;

-- ## Lengths of videos

create table public.video_lengths (
  video_id text primary key check (video_id ~ '^[A-Za-z0-9_-]{11}$'),
  seconds integer not null check (seconds > 0),
  -- YouTube allows its data about a video to be stored for 30 days.
  expires_at timestamptz not null
);
create index video_lengths_expires_at on public.video_lengths (expires_at);
comment on table public.video_lengths is
  'How long videos are: two networks agreed within a second, and one of them 30 days ago at most.';
alter table public.video_lengths enable row level security;
create policy video_lengths_select_visitor on public.video_lengths
  for select to anon using (true);
create policy video_lengths_select_user on public.video_lengths
  for select to authenticated using (true);
grant select on public.video_lengths to anon, authenticated;
grant select, insert, update, delete on public.video_lengths to service_role;

-- ## Courses, subjects and totals
--
-- They are stored, so that no page has to aggregate the lectures table.

create table public.course_summaries (
  course_name text primary key,
  -- Its start only, because an index entry holds 2,704 bytes.
  sort_name text not null generated always as (left(lower(course_name), 100)) stored,
  -- The segment in /course/{course_id}: the slug, else the name, else one of them with a number appended; the first
  -- that no other course has.
  course_id text not null unique,
  -- The course_id that it would have if no other course had it.
  preferred_id text not null,
  -- The subject of its first visible lecture that has one.
  subject text,
  instructor text,
  institution text,
  description text,
  image text,
  youtube text,
  lecture_count integer not null check (lecture_count > 0),
  view_rate double precision
);
comment on table public.course_summaries is 'Derived: one row a course, kept up to date from lecture rows.';
create index course_summaries_all on public.course_summaries
  (view_rate desc nulls last, sort_name, course_name);
create index course_summaries_neighbours on public.course_summaries
  (subject, sort_name, course_name);
-- For long lists: skipped entries are read from these indexes alone, and rows are fetched only for shown ones.
create index course_summaries_by_name on public.course_summaries (sort_name, course_name) include (course_id);
create index course_summaries_sitemap on public.course_summaries (course_name) include (course_id);
create index course_summaries_waiting on public.course_summaries (preferred_id) where course_id <> preferred_id;

alter table public.course_summaries enable row level security;
create policy course_summaries_select_visitor on public.course_summaries
  for select to anon using (true);
create policy course_summaries_select_user on public.course_summaries
  for select to authenticated using (true);
grant select on public.course_summaries to anon, authenticated, service_role;

create table public.course_subjects (
  course_name text references public.course_summaries (course_name) on delete cascade,
  subject text,
  sort_name text not null generated always as (left(lower(course_name), 100)) stored,
  -- Count and highest View Rate of its visible lectures with this subject.
  lecture_count integer not null check (lecture_count > 0),
  view_rate double precision,
  primary key (course_name, subject)
);
comment on table public.course_subjects is
  'Derived: one row for each subject of a course, which is listed under all subjects of its lectures.';
create index course_subjects_home on public.course_subjects
  (subject, view_rate desc nulls last, lecture_count desc, sort_name, course_name);
create index course_subjects_listing on public.course_subjects
  (subject, view_rate desc nulls last, sort_name, course_name);

alter table public.course_subjects enable row level security;
create policy course_subjects_select_visitor on public.course_subjects
  for select to anon using (true);
create policy course_subjects_select_user on public.course_subjects
  for select to authenticated using (true);
grant select on public.course_subjects to anon, authenticated, service_role;

create table public.subject_summaries (
  subject text primary key,
  course_count integer not null check (course_count > 0),
  lecture_count integer not null check (lecture_count > 0)
);
comment on table public.subject_summaries is 'Derived: one row a subject, with how many courses and lectures carry it.';

alter table public.subject_summaries enable row level security;
create policy subject_summaries_select_visitor on public.subject_summaries
  for select to anon using (true);
create policy subject_summaries_select_user on public.subject_summaries
  for select to authenticated using (true);
grant select on public.subject_summaries to anon, authenticated, service_role;

create table public.catalogue_totals (
  is_only_row boolean primary key default true check (is_only_row),
  course_count integer not null default 0 check (course_count >= 0),
  lecture_count integer not null default 0 check (lecture_count >= 0)
);
comment on table public.catalogue_totals is 'Derived: one row, with how many courses and lectures there are.';
insert into public.catalogue_totals default values;

alter table public.catalogue_totals enable row level security;
create policy catalogue_totals_select_visitor on public.catalogue_totals
  for select to anon using (true);
create policy catalogue_totals_select_user on public.catalogue_totals
  for select to authenticated using (true);
grant select on public.catalogue_totals to anon, authenticated, service_role;

-- Two concurrent transactions that write lectures of one course would each count without the other's rows, so writes
-- to the catalogue are serialized.
create function private.lock_catalogue() returns void
language sql volatile set search_path = ''
as $$ select pg_catalog.pg_advisory_xact_lock(7236517001) $$;
grant execute on function private.lock_catalogue() to service_role;

-- The address of a course: its slug or else its name, with a number behind it where another course has that address.
create function private.free_course_id(p_course_name text, p_slug text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  stem text := coalesce(p_slug, p_course_name);
  candidate text := stem;
  suffix integer := 1;
begin
  loop
    -- Every URL parser would resolve a segment of one or two dots as a relative path.
    if candidate !~ '^\.{1,2}$' and not exists (
      select 1 from public.course_summaries c
      where c.course_id = candidate and c.course_name <> p_course_name
    ) then
      return candidate;
    end if;
    if suffix = 1 and candidate <> p_course_name then
      candidate := p_course_name;
    else
      suffix := suffix + 1;
      candidate := stem || '-' || suffix;
    end if;
  end loop;
end
$$;

create function private.give_course_ids(p_free text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  free text[] := p_free;
  heir public.course_summaries;
begin
  while cardinality(free) > 0 loop
    select c.* into heir
    from public.course_summaries c join public.lectures l on l."Course Name" = c.course_name
    where c.preferred_id = free[1] and c.course_id <> c.preferred_id
      and not exists (select from public.course_summaries o where o.course_id = free[1])
    group by c.course_name
    order by min(l.id) limit 1;
    if found then
      update public.course_summaries c set course_id = free[1] where c.course_name = heir.course_name;
      free := free || heir.course_id;
    end if;
    free := free[2:];
  end loop;
end
$$;
comment on function private.give_course_ids(text[]) is
  'Gives course_ids that no course has any more to courses that prefer them, each to the one with the earliest lecture.';

create function private.count_courses(p_course_names text[]) returns setof public.subject_summaries
language sql stable security definer set search_path = ''
as $$
  select s.subject, count(*), sum(s.lecture_count)
  from public.course_subjects s where s.course_name = any (p_course_names)
  group by s.subject
  union all
  select null, count(*), coalesce(sum(c.lecture_count), 0)
  from public.course_summaries c where c.course_name = any (p_course_names)
$$;
comment on function private.count_courses(text[]) is
  'What these courses count for in each subject; without a subject: in the totals.';

-- Each text of a course is that of its first lecture (by number, then by row) that has one. Counts of subjects and
-- totals are updated by differences: a full recount takes time for every course in the catalogue.
create function private.refresh_course_summaries(p_course_names text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  counts_before public.subject_summaries[];
  changes public.subject_summaries[];
  ids_before text[];
  courses public.course_summaries[];
  course public.course_summaries;
begin
  if cardinality(p_course_names) = 0 then
    return;
  end if;
  perform private.lock_catalogue();
  counts_before := array(select c from private.count_courses(p_course_names) c);
  ids_before := array(select c.course_id from public.course_summaries c where c.course_name = any (p_course_names));
  -- One row a course, in the order of their first lectures; course_id is chosen below.
  courses := array(
    select row(
      l."Course Name",
      null,
      null,
      -- Includes hidden lectures, so that the course keeps its address.
      coalesce(
        (array_agg(l."SEO:Slug" order by l."Lecture Number", l.id) filter (where l."SEO:Slug" is not null))[1],
        l."Course Name"
      ),
      (array_agg(l."Subject" order by l."Lecture Number", l.id)
        filter (where l."Subject" is not null and not l.is_hidden))[1],
      (array_agg(l."Instructor" order by l."Lecture Number", l.id)
        filter (where l."Instructor" is not null and not l.is_hidden))[1],
      (array_agg(l."Insitution" order by l."Lecture Number", l.id)
        filter (where l."Insitution" is not null and not l.is_hidden))[1],
      (array_agg(l."Course Description" order by l."Lecture Number", l.id)
        filter (where l."Course Description" is not null and not l.is_hidden))[1],
      (array_agg(l."Image" order by l."Lecture Number", l.id)
        filter (where l."Image" is not null and not l.is_hidden))[1],
      (array_agg(l.youtube order by l."Lecture Number", l.id)
        filter (where l.youtube is not null and not l.is_hidden))[1],
      (count(*) filter (where not l.is_hidden))::integer,
      max(l."View Rate") filter (where not l.is_hidden)
    )::public.course_summaries
    from public.lectures l
    where l."Course Name" = any (p_course_names)
    group by l."Course Name"
    having not bool_and(l.is_hidden)
    order by min(l.id)
  );

  -- Removes the courses that are gone, and frees the ids of those that prefer another one before any is given: courses may
  -- swap them.
  delete from public.course_summaries c
  where c.course_name = any (p_course_names) and not exists (
    select from unnest(courses) n where n.course_name = c.course_name and n.preferred_id = c.preferred_id
  );
  foreach course in array courses loop
    insert into public.course_summaries as c (
      course_name, course_id, preferred_id, subject, instructor, institution, description, image, youtube,
      lecture_count, view_rate
    ) values (
      course.course_name,
      -- A course whose preferred id is another's keeps the one that it has.
      coalesce(
        (select c.course_id from public.course_summaries c where c.course_name = course.course_name),
        private.free_course_id(course.course_name, course.preferred_id)
      ),
      course.preferred_id, course.subject, course.instructor, course.institution, course.description, course.image,
      course.youtube, course.lecture_count, course.view_rate
    )
    on conflict (course_name) do update set
      subject = excluded.subject,
      instructor = excluded.instructor, institution = excluded.institution,
      description = excluded.description, image = excluded.image, youtube = excluded.youtube,
      lecture_count = excluded.lecture_count, view_rate = excluded.view_rate
    where (c.subject, c.instructor, c.institution, c.description, c.image, c.youtube,
        c.lecture_count, c.view_rate)
      is distinct from (excluded.subject, excluded.instructor,
        excluded.institution, excluded.description, excluded.image, excluded.youtube,
        excluded.lecture_count, excluded.view_rate);
  end loop;
  -- Most changes of lectures leave all ids as they are.
  perform private.give_course_ids(array(
    select b.id from unnest(ids_before) as b (id)
    where not exists (select from public.course_summaries c where c.course_id = b.id)
  ));

  delete from public.course_subjects s
  where s.course_name = any (p_course_names) and not exists (
    select 1 from public.lectures l where l."Course Name" = s.course_name and l."Subject" = s.subject and not l.is_hidden
    -- Keeps this an index lookup per row, also in a plan that was made while the catalogue was small.
    offset 0
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

comment on function private.refresh_course_summaries(text[]) is
  'Brings what is derived of these courses up to date. Of a whole catalogue in slices of 1,000 courses, a statement each: '
  'a hosted Supabase ends a statement after 8 seconds.';

create function private.summarise_changed_lectures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  case tg_op
    when 'INSERT' then
      perform private.refresh_course_summaries(array(select distinct n."Course Name" from new_rows n));
    when 'UPDATE' then
      perform private.refresh_course_summaries(array(
        select n."Course Name" from new_rows n union select o."Course Name" from old_rows o
      ));
    when 'DELETE' then
      perform private.refresh_course_summaries(array(select distinct o."Course Name" from old_rows o));
    else
      delete from public.course_summaries where true;
      delete from public.subject_summaries where true;
      update public.catalogue_totals set course_count = 0, lecture_count = 0 where true;
  end case;
  return null;
end
$$;

-- Skipped in batches of an import: the change of its job at the end expires the pages.
create trigger expire_pages after insert or update or delete or truncate on public.lectures
  for each statement when (current_setting('lectern.is_batch', true) is distinct from 'on')
  execute function private.expire_pages();

create trigger summarise_inserted after insert on public.lectures
  referencing new table as new_rows
  for each statement execute function private.summarise_changed_lectures();
create trigger summarise_updated after update on public.lectures
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.summarise_changed_lectures();
create trigger summarise_deleted after delete on public.lectures
  referencing old table as old_rows
  for each statement execute function private.summarise_changed_lectures();
create trigger summarise_truncated after truncate on public.lectures
  for each statement execute function private.summarise_changed_lectures();

create function public.find_course(p_course_id text) returns setof public.course_summaries
language sql stable rows 1 set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  select * from public.course_summaries c
  where c.course_id = p_course_id or c.course_name = p_course_id
  order by (c.course_id = p_course_id) desc
  limit 1
$$;
comment on function public.find_course(text) is 'The course at an address: by its id, else by its name.';
grant execute on function public.find_course(text) to anon, authenticated, service_role;

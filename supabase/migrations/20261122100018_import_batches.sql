-- Writes the rows of a file to the catalogue. A check determines what an import would do with each row.

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

create function private.absent_columns(p_fields jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array_agg(c.name)
  from unnest(array[
    'Course Description', 'Subject', 'Instructor', 'Insitution', 'SEO:Slug', 'Image', 'youtube', 'Keywords', 'View Rate', 'Views'
  ]) as c (name)
  where not private.lecture_columns(p_fields) ? c.name
$$;
comment on function private.absent_columns(jsonb) is
  'Columns of lectures beside their names that are not among fields; null where all are.';
grant execute on function private.absent_columns(jsonb) to service_role;

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

create function private.has_cells(p_lecture public.lectures, p_fields text[]) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from jsonb_each_text(private.lecture_json(p_lecture)) c where c.key = any (p_fields) and c.value is not null
  )
$$;
comment on function private.has_cells(public.lectures, text[]) is 'Whether a lecture has something in one of these fields.';
grant execute on function private.has_cells(public.lectures, text[]) to service_role;

create function private.expect_emptied(p_emptied text[], p_rows text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_emptied <> '{}' and exists (
    select from json_array_elements(p_rows::json) r cross join unnest(p_emptied) f (field)
    where json_typeof(r.value -> f.field) is distinct from 'null'
  ) then
    raise exception 'rows have something in a field that is to be emptied, or do not have it' using errcode = '22023';
  end if;
end
$$;
comment on function private.expect_emptied(text[], text) is
  'Refuses rows of a file that has columns which its job empties, and rows that would leave these as they are.';
grant execute on function private.expect_emptied(text[], text) to service_role;

-- p_rows is a JSON text (the embedded API cannot pass a jsonb array), whose rows all have the same keys. A missing
-- key is a column that the file does not have: a lecture keeps its value there, as it does in cells that were edited
-- by hand.
create function private.compare_lectures(p_rows text, p_overwrites boolean)
returns table (
  nth integer, lecture_id bigint, course_name text, course_description text, subject text, instructor text,
  institution text, seo_slug text, image text, lecture_number integer, lecture_name text, youtube text,
  keywords text, view_rate double precision, views bigint,
  is_new boolean, is_changed boolean, is_last boolean, file_cells jsonb
)
language sql stable rows 1000 set search_path = ''
as $$
  with file as materialized (
    select private.absent_columns((p_rows::json -> 0)::jsonb) as absent
  ), known as materialized (
    select v.nth, v.cells, r.*, coalesce(c.id, f.lecture_id) as lecture_id
    from json_array_elements(p_rows::json) with ordinality as v (cells, nth)
    cross join lateral json_to_record(v.cells) as r (
      course_name text, course_description text, subject text, instructor text,
      institution text, seo_slug text, image text, lecture_number integer, lecture_name text,
      youtube text, keywords text, view_rate double precision, views bigint
    )
    left join public.lectures c
      on c."Course Name" = r.course_name and c."lecture name" = r.lecture_name
      and c."Lecture Number" is not distinct from r.lecture_number
    -- A lecture that was renamed or moved by hand is also found by its former name.
    left join private.former_lecture_keys f
      on c.id is null and f.course_name = r.course_name and f.lecture_name = r.lecture_name
      and f.lecture_number is not distinct from r.lecture_number
  ), incoming as materialized (
    select k.nth, l.id as lecture_id, case when e.fields is not null then k.cells::jsonb end as file_cells,
      coalesce(l."Course Name", k.course_name) as course_name,
      case when 'Course Description' = any (s.kept) then l."Course Description" else k.course_description end as course_description,
      case when 'Subject' = any (s.kept) then l."Subject" else k.subject end as subject,
      case when 'Instructor' = any (s.kept) then l."Instructor" else k.instructor end as instructor,
      case when 'Insitution' = any (s.kept) then l."Insitution" else k.institution end as institution,
      case when 'SEO:Slug' = any (s.kept) then l."SEO:Slug" else k.seo_slug end as seo_slug,
      case when 'Image' = any (s.kept) then l."Image" else k.image end as image,
      case when l.id is null then k.lecture_number else l."Lecture Number" end as lecture_number,
      coalesce(l."lecture name", k.lecture_name) as lecture_name,
      case when 'youtube' = any (s.kept) then l.youtube else k.youtube end as youtube,
      case when 'Keywords' = any (s.kept) then l."Keywords" else k.keywords end as keywords,
      case when 'View Rate' = any (s.kept) then l."View Rate" else k.view_rate end as view_rate,
      case when 'Views' = any (s.kept) then l."Views" else k.views end as views,
      case when l.id is not null then
        row(l."Course Description", l."Subject", l."Instructor", l."Insitution", l."SEO:Slug",
          l."Image", l.youtube, l."Keywords", l."View Rate", l."Views")
      end as stored_content
    from known k
    cross join file
    left join public.lectures l on l.id = k.lecture_id
    left join (
      select x.lecture_id, array_agg(x.field) as fields from private.lecture_edits x group by x.lecture_id
    ) e on e.lecture_id = k.lecture_id
    cross join lateral (select file.absent || case when not p_overwrites then e.fields end as kept) s
  ), described as (
    select i.*, row(i.course_description, i.subject, i.instructor, i.institution, i.seo_slug,
      i.image, i.youtube, i.keywords, i.view_rate, i.views) as content
    from incoming i
  ), versions as (
    -- A file may contain a lecture twice: each such row is compared with the one before it.
    select d.*,
      coalesce(lag(d.content) over same_lecture, d.stored_content) as known_content,
      d.lecture_id is null and lag(d.nth) over same_lecture is null as is_new,
      lead(d.nth) over same_lecture is null as is_last
    from described d
    window same_lecture as (
      partition by d.course_name, d.lecture_name, d.lecture_number order by d.nth
    )
  )
  select v.nth::integer, v.lecture_id, v.course_name, v.course_description, v.subject, v.instructor, v.institution,
    v.seo_slug, v.image, v.lecture_number, v.lecture_name, v.youtube, v.keywords, v.view_rate, v.views,
    v.is_new, not v.is_new and v.content <> v.known_content, v.is_last, v.file_cells
  from versions v
$$;
comment on function private.compare_lectures(text, boolean) is
  'What rows of a file are to the catalogue: each new, changed or neither. Of rows about the same lecture the last is stored. '
  'file_cells are a row''s own cells, where the lecture was edited by hand; these cells stay unless p_overwrites.';
grant execute on function private.compare_lectures(text, boolean) to service_role;

-- Most rows can be classified without their cells. p_digests are four lists, with U+0001 between items and U+0002
-- between lists: courses, numbers, names, and digests of the other cells in the order below, with null as an empty
-- text. Rows about lectures that were edited, renamed or moved by hand are left to private.compare_lectures.
create function private.screen_lectures(p_digests text, p_fields text, p_emptied text[])
returns table (nth integer, lecture_id bigint, kind text, is_emptied boolean)
language sql stable rows 1000 set search_path = ''
as $$
  with file as materialized (
    select private.absent_columns(p_fields::jsonb) as absent, string_to_array(p_digests, E'\x02') as lists
  )
  select r.nth::integer, l.id,
    case
      when l.id is null then
        case when not exists (
          select from private.former_lecture_keys k
          where k.course_name = r.course_name and k.lecture_name = r.lecture_name
            and k.lecture_number is not distinct from nullif(r.lecture_number, '')::integer
        ) then 'new' end
      when exists (select from private.lecture_edits e where e.lecture_id = l.id)
        or exists (select from private.former_lecture_keys k where k.lecture_id = l.id) then null
      when r.digest = md5(
          case when 'Course Description' = any (f.absent) then '' else coalesce(l."Course Description", '') end || E'\x01' ||
          case when 'Subject' = any (f.absent) then '' else coalesce(l."Subject", '') end || E'\x01' ||
          case when 'Instructor' = any (f.absent) then '' else coalesce(l."Instructor", '') end || E'\x01' ||
          case when 'Insitution' = any (f.absent) then '' else coalesce(l."Insitution", '') end || E'\x01' ||
          case when 'SEO:Slug' = any (f.absent) then '' else coalesce(l."SEO:Slug", '') end || E'\x01' ||
          case when 'Image' = any (f.absent) then '' else coalesce(l."Image", '') end || E'\x01' ||
          case when 'youtube' = any (f.absent) then '' else coalesce(l.youtube, '') end || E'\x01' ||
          case when 'Keywords' = any (f.absent) then '' else coalesce(l."Keywords", '') end || E'\x01' ||
          case when 'View Rate' = any (f.absent) then '' else coalesce(encode(float8send(l."View Rate" + 0), 'hex'), '') end || E'\x01' ||
          case when 'Views' = any (f.absent) then '' else coalesce(l."Views"::text, '') end
        ) then 'unchanged'
      else 'changed'
    end,
    p_emptied <> '{}' and l.id is not null
      and private.has_cells((select x from public.lectures x where x.id = l.id), p_emptied)
  from file f
  cross join lateral unnest(
    string_to_array(f.lists[1], E'\x01'), string_to_array(f.lists[2], E'\x01'),
    string_to_array(f.lists[3], E'\x01'), string_to_array(f.lists[4], E'\x01')
  ) with ordinality as r (course_name, lecture_number, lecture_name, digest, nth)
  -- offset 0 keeps this an index lookup per row, however many lectures there are.
  left join lateral (
    select x.* from public.lectures x
    where x."Course Name" = r.course_name and x."lecture name" = r.lecture_name
      and x."Lecture Number" is not distinct from nullif(r.lecture_number, '')::integer
    offset 0
  ) l on true
$$;
comment on function private.screen_lectures(text, text, text[]) is
  'What rows of a file are to the catalogue, each about another lecture, by digests of their cells: new, changed or '
  'unchanged; null where that takes the cells. p_fields are the fields that the file has, or '
  'that are emptied, and is_emptied says which lectures lose something by the latter.';
grant execute on function private.screen_lectures(text, text, text[]) to service_role;

create function private.hold_import_job(p_job uuid, p_worker uuid, p_position integer, p_mode text)
returns public.import_jobs
language plpgsql volatile set search_path = ''
as $$
declare
  job public.import_jobs;
begin
  select j.* into job from public.import_jobs j
  where j.id = p_job and j.lease_owner = p_worker and j.status = 'processing' and j.mode = p_mode for update;
  if not found then
    raise exception 'import job % is not held by this worker', p_job using errcode = '55006';
  elsif job.processed_rows is distinct from p_position then
    raise exception 'import job % is at row %, not at row %', p_job, job.processed_rows, p_position
      using errcode = '55000';
  end if;
  return job;
end
$$;
comment on function private.hold_import_job(uuid, uuid, integer, text) is
  'The job, locked for a batch of its worker. Refused with 55006 where another worker has it, and with 55000 where the '
  'batch does not begin at its position.';
grant execute on function private.hold_import_job(uuid, uuid, integer, text) to service_role;

create function private.reject_rows(p_job uuid, p_rejected text) returns integer
language sql volatile set search_path = ''
as $$
  with reported as (
    insert into public.import_rejections (job_id, row_number, fault_number, column_name, value, reason)
    select p_job, r.row_number, r.fault_number, r.column_name, r.value, r.reason
    from jsonb_to_recordset(p_rejected::jsonb)
      as r (row_number integer, fault_number smallint, column_name text, value text, reason text)
    returning row_number
  )
  select count(distinct r.row_number)::integer from reported r
$$;
comment on function private.reject_rows(uuid, text) is 'Notes rejected rows of a job, and returns how many rows they are.';
grant execute on function private.reject_rows(uuid, text) to service_role;

create function private.advance_import_job(
  p_job uuid, p_inserted integer, p_updated integer, p_unchanged integer, p_removed integer, p_rejected integer,
  p_changes integer
)
returns void
language sql volatile set search_path = ''
as $$
  update public.import_jobs j set
    processed_rows = j.processed_rows + p_inserted + p_updated + p_unchanged + p_removed + p_rejected,
    inserted_rows = j.inserted_rows + p_inserted,
    updated_rows = j.updated_rows + p_updated,
    unchanged_rows = j.unchanged_rows + p_unchanged,
    removed_rows = j.removed_rows + p_removed,
    rejected_rows = j.rejected_rows + p_rejected,
    change_count = j.change_count + p_changes,
    lease_until = clock_timestamp() + make_interval(secs => j.lease_seconds),
    attempts = 0, error_message = null, updated_at = clock_timestamp()
  where j.id = p_job
$$;
comment on function private.advance_import_job(uuid, integer, integer, integer, integer, integer, integer) is
  'Counts what a batch has done, and renews the lease of the job.';
grant execute on function private.advance_import_job(uuid, integer, integer, integer, integer, integer, integer)
  to service_role;

create function public.write_import_batch(
  p_job uuid, p_worker uuid, p_position integer, p_rows text, p_rejected text default '[]'
)
returns table (inserted integer, updated integer, unchanged integer, rejected integer)
language plpgsql volatile set search_path = ''
as $$
declare
  job public.import_jobs;
  changes integer;
begin
  perform private.lock_catalogue();
  perform set_config('lectern.is_batch', 'on', true);
  job := private.hold_import_job(p_job, p_worker, p_position, 'import');
  perform private.expect_emptied(job.emptied, p_rows);

  with compared as materialized (
    select * from private.compare_lectures(p_rows, job.overwrites_edits)
  ), written as (
    insert into public.lectures as l (
      "Course Name", "Course Description", "Subject", "Instructor", "Insitution", "SEO:Slug",
      "Image", "Lecture Number", "lecture name", youtube, "Keywords", "View Rate", "Views"
    )
    select c.course_name, c.course_description, c.subject, c.instructor, c.institution,
      c.seo_slug, c.image, c.lecture_number, c.lecture_name, c.youtube, c.keywords,
      c.view_rate, c.views
    from compared c where c.is_last
    order by c.nth
    on conflict ("Course Name", "lecture name", "Lecture Number") do update set
      "Course Description" = excluded."Course Description", "Subject" = excluded."Subject",
      "Instructor" = excluded."Instructor", "Insitution" = excluded."Insitution",
      "SEO:Slug" = excluded."SEO:Slug", "Image" = excluded."Image", youtube = excluded.youtube,
      "Keywords" = excluded."Keywords", "View Rate" = excluded."View Rate",
      "Views" = excluded."Views"
    where (l."Course Description", l."Subject", l."Instructor", l."Insitution", l."SEO:Slug",
        l."Image", l.youtube, l."Keywords", l."View Rate", l."Views")
      is distinct from (excluded."Course Description", excluded."Subject",
        excluded."Instructor", excluded."Insitution", excluded."SEO:Slug", excluded."Image",
        excluded.youtube, excluded."Keywords", excluded."View Rate", excluded."Views")
    -- An inserted row has no xmax. The digest is that of private.lecture_digest, inlined because a call takes longer.
    returning l.id, l.xmax <> '0'::xid as is_update,
      pg_catalog.hashtextextended(row(l."Course Name", l."Course Description", l."Subject", l."Instructor",
        l."Insitution", l."SEO:Slug", l."Image", l."Lecture Number", l."lecture name", l.youtube, l."Keywords",
        l."View Rate", l."Views")::text, 0) as digest
  ), noted as (
    insert into private.lecture_changes (job_id, seq, lecture_id, op, before, after_digest)
    select p_job, job.change_count + row_number() over (order by w.id), w.id,
      case when w.is_update then 'u' else 'i' end,
      -- The row as it was when this statement began.
      case when w.is_update then (select to_jsonb(o) from public.lectures o where o.id = w.id) end,
      w.digest
    from written w
    returning 1
  )
  select
    count(*) filter (where c.is_new),
    count(*) filter (where c.is_changed),
    count(*) filter (where not c.is_new and not c.is_changed),
    (select count(*) from noted)
  into inserted, updated, unchanged, changes
  from compared c;

  if job.overwrites_edits then
    delete from private.lecture_edits e
    where e.lecture_id in (select c.lecture_id from private.compare_lectures(p_rows, true) c where c.file_cells is not null);
  end if;
  rejected := private.reject_rows(p_job, p_rejected);
  perform private.advance_import_job(p_job, inserted, updated, unchanged, 0, rejected, changes);
  return next;
end
$$;
comment on function public.write_import_batch(uuid, uuid, integer, text, text) is
  'Writes rows, rejections and the position of a worker''s job in one transaction, renews its lease, and counts what '
  'became of the rows. What it changes can be taken back. Refused with 55006 where another worker has the job.';
grant execute on function public.write_import_batch(uuid, uuid, integer, text, text) to service_role;

create function public.check_import_batch(
  p_job uuid, p_worker uuid, p_position integer, p_rows text, p_rejected text default '[]',
  p_digests text default '', p_fields text default '[]',
  p_updated_again integer default 0, p_unchanged_again integer default 0, p_rejected_keys text default '[]'
)
returns table (inserted integer, updated integer, unchanged integer, rejected integer, wanted integer[])
language plpgsql volatile set search_path = ''
as $$
declare
  job public.import_jobs;
  edited integer;
  lost integer;
  lost_edits integer;
  rejected_ids bigint[];
  added integer;
  changed integer;
  screened record;
begin
  job := private.hold_import_job(p_job, p_worker, p_position, 'check');
  perform private.expect_emptied(job.emptied, p_rows);
  if p_digests <> '' and not p_fields::jsonb ?& job.emptied then
    raise exception 'digests leave out fields that are to be emptied' using errcode = '22023';
  end if;
  -- Skipped without rows, as in most batches: a call that compares nothing takes as long as some hundred digests.
  select count(*) filter (where c.is_new), count(*) filter (where c.is_changed) into added, changed
  from private.compare_lectures(p_rows, false) c where p_rows <> '[]';
  select
    array_agg(s.nth) filter (where s.kind is null
      or s.kind = 'new' and s.place + job.inserted_rows + added <= 200
      or s.kind = 'changed' and s.place + job.updated_rows + changed <= 200) as wanted,
    count(*) filter (where s.kind = 'new') as inserted,
    count(*) filter (where s.kind = 'changed') as updated,
    count(*) filter (where s.kind = 'unchanged') as unchanged,
    count(*) filter (where s.is_emptied) as lost,
    array_agg(s.lecture_id) filter (where s.lecture_id is not null) as lecture_ids
  into screened
  from (
    select x.*, row_number() over (partition by x.kind order by x.nth) as place
    from private.screen_lectures(p_digests, p_fields, job.emptied) x
  ) s;
  if screened.wanted is not null then
    wanted := screened.wanted;
    return next;
    return;
  end if;

  select array_agg(coalesce(l.id, f.lecture_id)) into rejected_ids
  from json_to_recordset(p_rejected_keys::json) as r (course_name text, lecture_number integer, lecture_name text)
  left join public.lectures l
    on l."Course Name" = r.course_name and l."lecture name" = r.lecture_name
    and l."Lecture Number" is not distinct from r.lecture_number
  left join private.former_lecture_keys f
    on l.id is null and f.course_name = r.course_name and f.lecture_name = r.lecture_name
    and f.lecture_number is not distinct from r.lecture_number
  where coalesce(l.id, f.lecture_id) is not null;

  with compared as materialized (
    select c.* from private.compare_lectures(p_rows, false) c where p_rows <> '[]'
  ), ranked as (
    select c.*, case when c.is_new then 'new' else 'changed' end as kind,
      row_number() over (partition by c.is_new order by c.nth)
        + case when c.is_new then job.inserted_rows else job.updated_rows end as place
    from compared c where c.is_new or c.is_changed
  ), shown as (
    insert into public.import_differences (job_id, kind, nth, before, after)
    select p_job, r.kind, r.place,
      (select private.lecture_json(l) from public.lectures l where l.id = r.lecture_id),
      jsonb_build_object(
        'course_name', r.course_name, 'course_description', r.course_description, 'subject', r.subject,
        'instructor', r.instructor, 'institution', r.institution, 'seo_slug', r.seo_slug, 'image', r.image,
        'lecture_number', r.lecture_number, 'lecture_name', r.lecture_name, 'youtube', r.youtube,
        'keywords', r.keywords, 'view_rate', r.view_rate, 'views', r.views
      )
    from ranked r
    where r.place <= 200
  ), disputed as (
    -- Rows that differ from their lectures in cells that were edited by hand.
    select c.nth, l.cells as before, l.cells || f.cells as after,
      row_number() over (order by c.nth) + job.edited_rows as place
    from compared c
    cross join lateral (
      select x.id, private.lecture_json(x) as cells from public.lectures x where x.id = c.lecture_id offset 0
    ) l
    cross join lateral (
      select coalesce(jsonb_object_agg(n.field, n.value), '{}') as cells
      from (
        select x.key as field, x.value
        from jsonb_each(c.file_cells) x
        where x.value is distinct from l.cells -> x.key
          and exists (
            select from private.lecture_edits e
            where e.lecture_id = l.id and private.lecture_columns(jsonb_build_object(x.key, null)) ? e.field
          )
      ) n
    ) f
    where c.file_cells is not null and f.cells <> '{}'
  ), asked as (
    insert into public.import_differences (job_id, kind, nth, before, after)
    select p_job, 'edited', d.place, d.before, d.after from disputed d where d.place <= 200
  ), losing as (
    -- Cells that were edited by hand are kept, unless the import is to overwrite them.
    select private.has_cells(l, array(
        select f.field from unnest(job.emptied) f (field)
        where not exists (
          select from private.lecture_edits e
          where e.lecture_id = l.id and private.lecture_columns(jsonb_build_object(f.field, null)) ? e.field
        )
      )) as is_sure
    from compared c join public.lectures l on l.id = c.lecture_id
    where job.emptied <> '{}' and c.is_last and private.has_cells(l, job.emptied)
  ), seen as (
    insert into private.import_check_batches (job_id, position, lecture_ids, course_names)
    select p_job, p_position,
      -- A lecture whose row was rejected is not missing.
      coalesce(
        rejected_ids || screened.lecture_ids || array_agg(distinct c.lecture_id) filter (where c.lecture_id is not null), '{}'
      ),
      array(
        select n.name
        from string_to_table(split_part(p_digests, E'\x02', 1), E'\x01') as n (name)
        union
        select x.course_name from compared x
      )
    from compared c
    having count(*) > 0 or p_digests <> '' or rejected_ids is not null
  )
  select
    count(*) filter (where c.is_new) + screened.inserted,
    count(*) filter (where c.is_changed) + screened.updated + p_updated_again,
    count(*) filter (where not c.is_new and not c.is_changed) + screened.unchanged + p_unchanged_again,
    (select count(*) from disputed),
    (select count(*) from losing l where l.is_sure) + screened.lost,
    (select count(*) from losing l where not l.is_sure)
  into inserted, updated, unchanged, edited, lost, lost_edits
  from compared c;
  update public.import_jobs j set
    edited_rows = j.edited_rows + edited, emptied_rows = j.emptied_rows + lost,
    emptied_edited_rows = j.emptied_edited_rows + lost_edits
  where j.id = p_job and edited + lost + lost_edits > 0;

  rejected := private.reject_rows(p_job, p_rejected);
  perform private.advance_import_job(p_job, inserted, updated, unchanged, 0, rejected, 0);
  return next;
end
$$;
comment on function public.check_import_batch(uuid, uuid, integer, text, text, text, text, integer, integer, text) is
  'What write_import_batch would count and write, and writes none of it. Of most rows digests are enough, as of '
  'private.screen_lectures. Where some of these have to be seen whole, to be compared or shown, nothing is done and '
  'their places are in wanted: they are sent among p_rows then. Rows about lectures of earlier batches are not sent but '
  'counted by the worker: p_updated_again and p_unchanged_again. p_rejected_keys say which lectures rejected rows are about, '
  'as far as that can be told.';
grant execute on function public.check_import_batch(uuid, uuid, integer, text, text, text, text, integer, integer, text)
  to service_role;

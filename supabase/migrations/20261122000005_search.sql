-- Search: "contains" in five columns, in any case, best View Rate first, at any size of the catalogue.
-- docs/decisions/0012-search-by-trigrams.md says how. Derived from lecture rows by triggers.

-- A text in lower case with nothing but letters and digits: trigrams pass over every other character, and
-- over letters that the database's locale does not know. A space becomes X, any other character its number in
-- capitals, between Y and Z. Lower-case text has no capitals, so one text contains another exactly when
-- the normalized one does, and nothing in it is a wildcard.
create function private.normalize_text(p_text text) returns text
language plpgsql immutable strict parallel safe
as $$
declare
  normalized text := replace(lower(p_text), ' ', 'X');
  other text;
begin
  loop
    other := substring(normalized from '[^0-9A-Za-z]');
    exit when other is null;
    normalized := replace(normalized, other, 'Y' || translate(ascii(other)::text, '0123456789', 'ABCDEFGHIJ') || 'Z');
  end loop;
  return normalized;
end
$$;

-- In both tables a W ends each column: no match spans two, and a third letter always follows two.
create table private.search_documents (
  id uuid primary key,
  text text not null
);
comment on table private.search_documents is
  'Derived: name, description and subject of courses, normalized, each distinct text once.';
alter table private.search_documents enable row level security;

create table private.search_lectures (
  id bigint not null,
  -- -Infinity where there is none, which comes last.
  view_rate double precision not null,
  document_id uuid not null,
  text text not null,
  -- 1 for the best: a partition each, so that each has a trigram index of its own.
  tier smallint not null
) partition by list (tier);
comment on table private.search_lectures is 'Derived: one row a lecture, with its name and keywords, normalized.';
alter table private.search_lectures enable row level security;

create table private.search_tiers (
  tier smallint primary key,
  min_view_rate double precision not null
);
comment on table private.search_tiers is 'The lowest View Rate of each partition of search_lectures. Set by rebuild_search.';
alter table private.search_tiers enable row level security;

create function private.search_document_id(p_name text, p_description text, p_subject text) returns uuid
language sql stable parallel safe
as $$ select md5(row(p_name, p_description, p_subject)::text)::uuid $$;

-- In the order of the results, so that a walk along it reads neighbours.
create function private.insert_search(p_ids bigint[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.search_documents (id, text)
  select private.search_document_id(d.name, d.description, d.subject),
    concat(private.normalize_text(d.name), 'W', private.normalize_text(d.description), 'W',
      private.normalize_text(d.subject), 'W')
  from (
    select distinct "Course Name" as name, "Course Description" as description, "Subject" as subject
    from public.lectures where id = any (p_ids)
  ) d
  on conflict (id) do nothing;
  insert into private.search_lectures (id, view_rate, document_id, text, tier)
  select l.id, coalesce(l."View Rate", '-Infinity'),
    private.search_document_id(l."Course Name", l."Course Description", l."Subject"),
    concat(private.normalize_text(l."lecture name"), 'W', private.normalize_text(l."Keywords"), 'W'),
    (select min(t.tier) from private.search_tiers t where t.min_view_rate <= coalesce(l."View Rate", '-Infinity'))
  from public.lectures l where l.id = any (p_ids)
  order by 2 desc, 1;
$$;

create function private.refresh_search(p_ids bigint[]) returns void
language plpgsql volatile security definer set search_path = ''
-- A plan that was made while the tables were small must not read them whole later.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  documents_before uuid[];
begin
  if cardinality(p_ids) = 0 then
    return;
  end if;
  perform private.lock_catalogue();
  documents_before := array(select distinct l.document_id from private.search_lectures l where l.id = any (p_ids));
  delete from private.search_lectures where id = any (p_ids);
  perform private.insert_search(p_ids);
  delete from private.search_documents d
  where d.id = any (documents_before)
    and not exists (select from private.search_lectures l where l.document_id = d.id);
end
$$;
comment on function private.refresh_search(bigint[]) is 'Brings the search of these lectures up to date.';

-- Everything anew, with tiers of the best p_tiers lectures: what many lectures contain has its 500 in a small
-- one. Lectures that come later go where their View Rate belongs.
create function private.rebuild_search(p_tiers integer[] default '{16000,128000}') returns void
language plpgsql volatile security definer set search_path = ''
set maintenance_work_mem = '128MB' set work_mem = '64MB'
as $$
declare
  partition record;
begin
  perform private.lock_catalogue();
  for partition in
    select i.inhrelid::regclass as name from pg_inherits i where i.inhparent = 'private.search_lectures'::regclass
  loop
    execute format('drop table %s', partition.name);
  end loop;
  truncate private.search_documents, private.search_tiers;
  drop index if exists private.search_documents_text, private.search_lectures_id, private.search_lectures_order,
    private.search_lectures_document, private.search_lectures_text;

  insert into private.search_tiers (tier, min_view_rate)
  select row_number() over (order by b.min_view_rate desc), b.min_view_rate
  from (
    select '-Infinity' as min_view_rate
    union
    select (
      select l."View Rate" from public.lectures l where l."View Rate" is not null
      order by l."View Rate" desc offset size limit 1
    ) from unnest(p_tiers) size
  ) b
  where b.min_view_rate is not null;
  for partition in select t.tier from private.search_tiers t loop
    execute format('create table private.search_lectures_%1$s partition of private.search_lectures for values in (%1$s);
      alter table private.search_lectures_%1$s enable row level security', partition.tier);
  end loop;
  perform private.insert_search(array(select l.id from public.lectures l));

  create index search_documents_text on private.search_documents using gin (text extensions.gin_trgm_ops);
  create index search_lectures_id on private.search_lectures (id);
  create index search_lectures_order on private.search_lectures (view_rate desc, id);
  create index search_lectures_document on private.search_lectures (document_id, view_rate desc, id);
  create index search_lectures_text on private.search_lectures using gin (text extensions.gin_trgm_ops);
  analyze private.search_documents, private.search_lectures;
end
$$;
comment on function private.rebuild_search(integer[]) is 'Makes the search of all lectures anew.';

create function private.search_changed_lectures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  case tg_op
    when 'INSERT' then
      perform private.refresh_search(array(select n.id from new_rows n));
    when 'UPDATE' then
      perform private.refresh_search(array(
        select coalesce(n.id, o.id)
        from new_rows n full join old_rows o on o.id = n.id
        where (n."Course Name", n."Course Description", n."Subject", n."lecture name", n."Keywords", n."View Rate")
          is distinct from
          (o."Course Name", o."Course Description", o."Subject", o."lecture name", o."Keywords", o."View Rate")
      ));
    when 'DELETE' then
      perform private.refresh_search(array(select o.id from old_rows o));
    else
      truncate private.search_documents, private.search_lectures;
  end case;
  return null;
end
$$;
create trigger search_inserted after insert on public.lectures
  referencing new table as new_rows
  for each statement execute function private.search_changed_lectures();
create trigger search_updated after update on public.lectures
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.search_changed_lectures();
create trigger search_deleted after delete on public.lectures
  referencing old table as old_rows
  for each statement execute function private.search_changed_lectures();
create trigger search_truncated after truncate on public.lectures
  for each statement execute function private.search_changed_lectures();

create function private.search_ids(p_query text) returns bigint[]
language plpgsql stable security definer set search_path = ''
-- One plan a session, which may be made while the tables are small and has to do when they are large.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  wanted text := private.normalize_text(btrim(p_query));
  pattern text;
  pair text;
  -- Pairs of letters have no trigram of their own, so that a longer walk is worth its time.
  share integer := case when length(wanted) = 2 then 20 else 6 end;
  number integer;
  current_tier smallint;
  documents uuid[];
  found bigint[];
begin
  if char_length(btrim(p_query)) < 2 is not false then
    return '{}';
  end if;

  -- What one lecture in `share` contains has its 500 soonest on a walk along the best ones.
  foreach number in array array[300, 400 * share] loop
    documents := array(
      select d.id from private.search_documents d
      where strpos(d.text, wanted) > 0 and d.id = any (array(
        select distinct l.document_id from (
          select b.document_id from private.search_lectures b order by b.view_rate desc, b.id limit number
        ) l
      ))
    );
    found := array(
      select l.id
      from (select * from private.search_lectures b order by b.view_rate desc, b.id limit number) l
      where strpos(l.text, wanted) > 0 or l.document_id in (select unnest(documents))
      order by l.view_rate desc, l.id limit 500
    );
    if cardinality(found) = 500 then
      return found;
    end if;
    exit when cardinality(found) < number / share;
  end loop;

  -- Anything else by trigrams. Two letters have none, but any third that follows makes one. Of long
  -- texts, those where words meet say most, and every other one costs the reading of a list.
  if length(wanted) = 2 then
    pair := wanted || '[0-9A-Za-z]';
  elsif length(wanted) > 9 and strpos(wanted, 'X') > 0 then
    pattern := '%' || regexp_replace(wanted, '(^...|X[^X])[^X]+(?=[^X]X|...$)', '\1%', 'g') || '%';
  else
    pattern := '%' || wanted || '%';
  end if;
  documents := array(
    select d.id from private.search_documents d
    where (d.text like pattern or d.text ~ pair) and strpos(d.text, wanted) > 0
  );
  -- The best of a tier come before all of the next.
  found := '{}';
  for current_tier in select t.tier from private.search_tiers t order by t.tier loop
    found := found || array(
      with matching as materialized (
        select l.view_rate, l.id from private.search_lectures l
        where l.tier = current_tier and (l.text like pattern or l.text ~ pair) and strpos(l.text, wanted) > 0
        union all
        select l.view_rate, l.id from private.search_lectures l
        where l.tier = current_tier and l.document_id = any (documents)
      )
      -- A lecture can be there twice.
      select m.id from (
        select distinct b.view_rate, b.id
        from (select * from matching order by view_rate desc, id limit 1000) b
      ) m
      order by m.view_rate desc, m.id limit 500 - cardinality(found)
    );
    exit when cardinality(found) = 500;
  end loop;
  return found;
end
$$;
comment on function private.search_ids(text) is 'Ids of the lectures that a search finds, in order.';
grant execute on function private.search_ids(text) to anon, authenticated, service_role;

-- What a page of results shows: what courses have in common once, and of their lectures those it names.
create function public.search_catalogue(p_query text, p_named integer)
returns table (
  course_id text, course_name text, description text, subject text, institution text,
  image text, youtube text, lecture_count integer, match_count integer, matches jsonb
)
language plpgsql stable set search_path = ''
-- As above; and 500 rows are read one by one, also where a join of whole tables looks cheaper.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- By itself, because the planner would call search_ids to see how many rows to expect.
  found bigint[] := private.search_ids(p_query);
begin
  return query
  select c.course_id, c.course_name, c.description, c.subject, c.institution, c.image, c.youtube,
    c.lecture_count, g.match_count, g.matches
  from (
    select f.course_name, min(f.place) as place, count(*)::integer as match_count,
      jsonb_agg(
        jsonb_build_object(
          -- private.lecture_id is spelt out: the planner cannot inline it.
          'lecture_id', case
            when f.number is null then 'lecture-' || f.id
            when exists (
              select 1 from public.lectures o
              where o."Course Name" = f.course_name and o."Lecture Number" = f.number and o.id < f.id
            ) then f.number || '-' || f.id
            else f.number::text
          end,
          'name', f.name
        ) order by f.place
      ) filter (where f.nth <= p_named) as matches
    from (
      select i.place, l.id, l."Course Name" as course_name, l."lecture name" as name, l."Lecture Number" as number,
        row_number() over (partition by l."Course Name" order by i.place) as nth
      from unnest(found) with ordinality as i (id, place)
      join public.lectures l on l.id = i.id
    ) f
    group by f.course_name
  ) g
  join public.course_summaries c on c.course_name = g.course_name
  order by g.place;
end
$$;
comment on function public.search_catalogue(text, integer) is
  'The best 500 lectures that contain a text, a row a course: how many of them it has, and its first p_named as [{lecture_id, name}]. Best match first.';
grant execute on function public.search_catalogue(text, integer) to anon, authenticated, service_role;

-- Makes the indexes too.
select private.rebuild_search();

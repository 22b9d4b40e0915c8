-- Search: case-insensitive "contains" in five columns, highest View Rate first, fast at any size of the catalogue.
-- See docs/decisions/0012-search-by-trigrams.md. The tables are derived from lecture rows by triggers.

-- Converts a text to lower case and encodes it with letters and digits only: trigrams ignore all other characters,
-- and letters that the database's locale does not know. A space becomes X, any other character becomes its code point
-- in capitals (A to J for the digits) between Y and Z. Lower-case text has no capitals, so one text contains another
-- exactly if this holds for the normalized texts, and no character in them is a wildcard. Spaces, tabs and line breaks
-- in a row count as one space, as pages show them.
create function private.normalize_text(p_text text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  normalized text := regexp_replace(
    lower(p_text), '[\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+', 'X', 'g'
  );
  other text;
begin
  -- One pass for each different character is fastest for a script of few letters, and slow for Chinese.
  for pass in 1..50 loop
    other := substring(normalized from '[^0-9A-Za-z]');
    if other is null then
      return normalized;
    end if;
    normalized := replace(normalized, other, 'Y' || translate(ascii(other)::text, '0123456789', 'ABCDEFGHIJ') || 'Z');
  end loop;
  return (
    select string_agg(
      case
        when c.sign ~ '[0-9A-Za-z]' then c.sign
        else 'Y' || translate(ascii(c.sign)::text, '0123456789', 'ABCDEFGHIJ') || 'Z'
      end, '' order by c.place
    )
    from unnest(string_to_array(normalized, null)) with ordinality as c (sign, place)
  );
end
$$;

-- In both tables a W ends each column: no match spans two columns, and the last two letters of a column are part of a
-- trigram too.
create table private.search_documents (
  -- The hash of name, description and subject.
  id uuid primary key,
  text text not null
);
comment on table private.search_documents is
  'Derived: name, description and subject of courses, normalized, each distinct text once.';
create index search_documents_text on private.search_documents using gin (text extensions.gin_trgm_ops);
alter table private.search_documents enable row level security;

create table private.search_lectures (
  id bigint not null,
  -- -Infinity if the lecture has none, so that it sorts last.
  view_rate double precision not null,
  document_id uuid not null,
  text text not null,
  -- 0 if the lecture is hidden: the console finds it, a search does not.
  tier smallint not null
) partition by list (tier);
comment on table private.search_lectures is 'Derived: one row a lecture, with its name and keywords, normalized.';
create table private.search_lectures_hidden partition of private.search_lectures for values in (0);
create table private.search_lectures_1 partition of private.search_lectures for values in (1);
create table private.search_lectures_2 partition of private.search_lectures for values in (2);
create table private.search_lectures_3 partition of private.search_lectures for values in (3);
create index search_lectures_id on private.search_lectures (id);
create index search_lectures_order on private.search_lectures (view_rate desc, id);
create index search_lectures_document on private.search_lectures (document_id, view_rate desc, id);
create index search_lectures_text on private.search_lectures using gin (text extensions.gin_trgm_ops);
alter table private.search_lectures enable row level security;
alter table private.search_lectures_hidden enable row level security;
alter table private.search_lectures_1 enable row level security;
alter table private.search_lectures_2 enable row level security;
alter table private.search_lectures_3 enable row level security;

-- Lectures are split into tiers by rank: a frequent text finds 500 results in a small tier, by a small index.
create table private.search_tiers (
  tier smallint primary key,
  max_lectures integer,
  lecture_count integer not null default 0,
  -- Sort key of the tier's last lecture in result order; null if the later tiers are empty.
  last_view_rate double precision,
  last_id bigint
);
comment on table private.search_tiers is 'The partitions of search_lectures, the best lectures first.';
alter table private.search_tiers enable row level security;
insert into private.search_tiers (tier, max_lectures) values (1, 16000), (2, 112000), (3, null);

create function private.refresh_search(p_ids bigint[]) returns void
language plpgsql volatile security definer set search_path = ''
-- A plan that was cached while the tables were small must not scan them whole when they are large.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  documents_before uuid[];
  total integer;
  both_tiers integer;
  upper integer;
  lectures integer;
  size integer;
  most integer := greatest(2000, 2 * cardinality(p_ids));
  source integer;
  moving tid[];
begin
  if cardinality(p_ids) = 0 then
    return;
  end if;
  perform private.lock_catalogue();

  with gone as (
    delete from private.search_lectures where id = any (p_ids) returning tier, document_id
  ), counted as (
    update private.search_tiers t set lecture_count = t.lecture_count - g.count
    from (select tier, count(*) as count from gone group by tier) g
    where g.tier = t.tier
  )
  select array_agg(distinct document_id) into documents_before from gone;

  insert into private.search_documents (id, text)
  select md5(row(d.name, d.description, d.subject)::text)::uuid,
    concat(private.normalize_text(d.name), 'W', private.normalize_text(d.description), 'W',
      private.normalize_text(d.subject), 'W')
  from (
    select distinct "Course Name" as name, "Course Description" as description, "Subject" as subject
    from public.lectures where id = any (p_ids)
  ) d
  on conflict (id) do nothing;
  with added as (
    insert into private.search_lectures (id, view_rate, document_id, text, tier)
    select l.id, coalesce(l."View Rate", '-Infinity'),
      md5(row(l."Course Name", l."Course Description", l."Subject")::text)::uuid,
      concat(private.normalize_text(l."lecture name"), 'W', private.normalize_text(l."Keywords"), 'W'),
      case
        when l.is_hidden then 0
        when first.last_id is null
          or (-coalesce(l."View Rate", '-Infinity'), l.id) <= (-first.last_view_rate, first.last_id) then 1
        when second.last_id is null
          or (-coalesce(l."View Rate", '-Infinity'), l.id) <= (-second.last_view_rate, second.last_id) then 2
        else 3
      end
    from public.lectures l, private.search_tiers first, private.search_tiers second
    where l.id = any (p_ids) and first.tier = 1 and second.tier = 2
    -- Stores rows in result order, so that a scan in that order reads neighbouring rows.
    order by 2 desc, 1
    returning tier
  )
  update private.search_tiers t set lecture_count = t.lecture_count + a.count
  from (select tier, count(*) as count from added group by tier) a
  where a.tier = t.tier;

  delete from private.search_documents d
  where d.id = any (documents_before)
    and not exists (select from private.search_lectures l where l.document_id = d.id);

  -- A catalogue that fits into the first two tiers stays in the first, so that added lectures move no rows.
  select sum(t.lecture_count), sum(t.max_lectures) into total, both_tiers from private.search_tiers t;
  -- A tier moves its excess to the next tier, or fills its free places from there, at most `most` rows per step: a
  -- statement has a time limit. The second tier is also handled first, because the first may need rows that only the
  -- third has.
  foreach upper in array array[2, 1, 2] loop
    select t.lecture_count, case when upper = 1 and total <= both_tiers then both_tiers else t.max_lectures end
    into lectures, size
    from private.search_tiers t where t.tier = upper;
    if lectures > size then
      source := upper;
      moving := array(
        select l.ctid from private.search_lectures l where l.tier = source
        order by l.view_rate, l.id desc limit least(lectures - size, most)
      );
    else
      source := upper + 1;
      moving := array(
        select l.ctid from private.search_lectures l where l.tier = source
        order by l.view_rate desc, l.id limit least(size - lectures, most)
      );
    end if;
    -- By ctid, which stays valid under the lock: outdated statistics of a growing tier cannot mislead the planner.
    update private.search_lectures l set tier = 2 * upper + 1 - source where l.tier = source and l.ctid = any (moving);
    update private.search_tiers t set
      lecture_count = t.lecture_count + cardinality(moving) * case t.tier when source then -1 else 1 end
    where t.tier in (upper, upper + 1);
    update private.search_tiers t set (last_view_rate, last_id) = (
      select l.view_rate, l.id from private.search_lectures l
      where l.tier = upper and exists (select from private.search_tiers b where b.tier > upper and b.lecture_count > 0)
      order by l.view_rate, l.id desc limit 1
    )
    where t.tier = upper;
  end loop;
end
$$;
comment on function private.refresh_search(bigint[]) is
  'Brings the search of these lectures up to date. Of a whole catalogue in slices of 10,000 lectures, a statement each: '
  'a hosted Supabase ends a statement after 8 seconds.';

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
        where (n."Course Name", n."Course Description", n."Subject", n."lecture name", n."Keywords", n."View Rate", n.is_hidden)
          is distinct from
          (o."Course Name", o."Course Description", o."Subject", o."lecture name", o."Keywords", o."View Rate", o.is_hidden)
      ));
    when 'DELETE' then
      perform private.refresh_search(array(select o.id from old_rows o));
    else
      truncate private.search_documents, private.search_lectures;
      update private.search_tiers set lecture_count = 0, last_view_rate = null, last_id = null where true;
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
-- One plan per session: it may be made while the tables are small, and must also suit large tables.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  wanted text := private.normalize_text(btrim(p_query));
  pattern text;
  pair text;
  -- A pair of letters has no trigram of its own, so a longer scan of the best lectures is worth its time.
  share integer := case when length(wanted) = 2 then 20 else 6 end;
  number integer;
  current_tier smallint;
  documents uuid[];
  found bigint[];
begin
  if char_length(btrim(p_query)) < 2 is not false then
    return '{}';
  end if;

  -- If at least one lecture in `share` contains the text, scanning the best lectures finds 500 of them fastest.
  foreach number in array array[300, 400 * share] loop
    documents := array(
      select d.id from private.search_documents d
      where strpos(d.text, wanted) > 0 and d.id = any (array(
        select distinct l.document_id from (
          select b.document_id from private.search_lectures b where b.tier > 0
          order by b.view_rate desc, b.id limit number
        ) l
      ))
    );
    found := array(
      select l.id
      from (
        select * from private.search_lectures b where b.tier > 0 order by b.view_rate desc, b.id limit number
      ) l
      where strpos(l.text, wanted) > 0 or l.document_id in (select unnest(documents))
      order by l.view_rate desc, l.id limit 500
    );
    if cardinality(found) = 500 then
      return found;
    end if;
    exit when cardinality(found) < number / share;
  end loop;

  -- Otherwise trigrams find the lectures. Two letters have none, but each possible third letter makes one. Of long
  -- texts only the trigrams at word boundaries are used: they are the most selective, and each further one costs
  -- reading an index list.
  if length(wanted) = 2 then
    pair := wanted || '[0-9A-Za-z]';
  elsif length(wanted) > 9 and strpos(wanted, 'X') > 0 then
    pattern := '%' || regexp_replace(wanted, '(^[^X]{3}|X[^X])[^X]+(?=[^X]X|...$)', '\1%', 'g') || '%';
  else
    pattern := '%' || wanted || '%';
  end if;
  documents := array(
    select d.id from private.search_documents d
    where (d.text like pattern or d.text ~ pair) and strpos(d.text, wanted) > 0
  );
  -- All matches of a tier come before those of the next tier.
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
      -- A lecture can match twice: by its own text and by its document.
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
comment on function private.search_ids(text) is 'Ids of the lectures that a search finds, in order; none of hidden ones.';
grant execute on function private.search_ids(text) to anon, authenticated, service_role;

-- The content of a results page: the data of each course once, and those of its lectures that the page names.
create function public.search_catalogue(p_query text, p_named integer)
returns table (
  course_id text, course_name text, description text, subject text, institution text,
  image text, youtube text, lecture_count integer, match_count integer, matches jsonb
)
language plpgsql stable set search_path = ''
-- As above; and the 500 rows are read by index, even if the planner considers a join of whole tables cheaper.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- In a variable, because the planner would call search_ids to estimate the number of rows.
  found bigint[] := private.search_ids(p_query);
begin
  return query
  select c.course_id, c.course_name, c.description, c.subject, c.institution, c.image, c.youtube,
    c.lecture_count, g.match_count, g.matches
  from (
    select f.course_name, min(f.place) as place, count(*)::integer as match_count,
      jsonb_agg(
        jsonb_build_object(
          -- The lecture id is computed inline, because the planner cannot inline a function for it.
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

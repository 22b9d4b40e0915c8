-- Search, sooner: a long text is looked for by its rarest trigrams alone, and the answer is what the page
-- shows, a row a course. docs/decisions/search.md says how and why.

create table private.search_trigrams (
  trigram text primary key,
  -- The part of the lectures whose names have it.
  frequency real not null check (frequency > 0)
);
comment on table private.search_trigrams is
  'Derived: trigrams of coded names and how frequent they are in a sample. What is found never depends on it.';
alter table private.search_trigrams enable row level security;

-- Every 79th of the best lectures: how frequent a text is in them tells where to look for it. Not the
-- very best in a row, which are lectures of a few courses.
create index search_heads_sample on private.search_heads (id) where head = 1 and id % 79 = 0;

create function private.count_search_trigrams() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  sampled constant integer := 5000;
  total real := (select c.reltuples from pg_class c where c.oid = 'private.search_lectures'::regclass);
begin
  delete from private.search_trigrams;
  if total < sampled then
    return;
  end if;
  insert into private.search_trigrams (trigram, frequency)
  select t.trigram, count(*) / sampled::real
  from (
    select distinct s.id, lower(substr(s.name_code, i, 3)) as trigram
    from (
      select l.id, l.name_code
      from private.search_lectures l tablesample bernoulli (100 * sampled / total) repeatable (1)
    ) s
    cross join generate_series(1, length(s.name_code) - 2) i
  ) t
  group by t.trigram;
end
$$;
comment on function private.count_search_trigrams() is
  'Samples anew how frequent trigrams are. Done by rebuild_search, and once while a catalogue grows.';

create or replace function private.empty_search() returns void
language sql volatile security definer set search_path = ''
as $$
  truncate private.search_texts, private.search_lectures, private.search_heads, private.search_trigrams;
  update private.search_head_ends set lectures = 0, rate = null, id = null;
$$;

-- What a head costs is paid for each lecture that comes into it, so each is kept from the size on that it is
-- worth it. The first is walked and sampled, and has no index of trigrams any more: that is the third's,
-- which is the first once more, in a catalogue so large that few lectures come into it.
alter table private.search_head_ends add column kept_from integer not null default 0;
update private.search_head_ends set kept_from = 3 * size;
insert into private.search_head_ends (head, size, kept_from) values (3, 16384, 250000);
drop index private.search_heads_first;
create index search_heads_third on private.search_heads using gin (code extensions.gin_trgm_ops) where head = 3;

create or replace function private.add_to_search_head(p_head smallint, p_ids bigint[]) returns void
language sql volatile security definer set search_path = ''
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  insert into private.search_heads (head, id, rate, course_text, code)
  select p_head, s.id, s.rate, s.course_text,
    s.name_code || coalesce(k.code, '') || case when p_head <> 2 then c.code else '' end
  from private.search_lectures s
  join private.search_texts c on c.id = s.course_text
  left join private.search_texts k on k.id = s.keywords_text
  where s.id = any (p_ids)
$$;

create or replace function private.refresh_search_heads(p_ids bigint[], p_step integer default 500) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  head private.search_head_ends;
  removed integer;
  added bigint[];
  total real;
begin
  select c.reltuples into total from pg_class c where c.oid = 'private.search_lectures'::regclass;
  for head in select * from private.search_head_ends loop
    delete from private.search_heads h where h.head = head.head and h.id = any (p_ids);
    get diagnostics removed = row_count;
    added := array(
      select s.id from private.search_lectures s
      where s.id = any (p_ids) and (s.rate > head.rate or (s.rate = head.rate and s.id <= head.id))
    );
    perform private.add_to_search_head(head.head, added);
    head.lectures := head.lectures - removed + cardinality(added);
    update private.search_head_ends e set lectures = head.lectures where e.head = head.head;
    if head.lectures > 2 * head.size or (head.lectures < head.size and total > head.kept_from) then
      perform private.resize_search_head(head.head, p_step);
    end if;
  end loop;
  if total > 20000 and not exists (select from private.search_trigrams) then
    perform private.count_search_trigrams();
  end if;
end
$$;

-- Up to four patterns that stand for a code: its rarest trigrams, apart from each other, first those
-- that join two words, which say more than two from one word. An index reads a list of lectures for each
-- trigram, so four of forty take a tenth of the time; the few that have them are looked at whole.
create function private.search_pieces(p_code text) returns text[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  piece record;
  places integer[] := '{}';
  pieces text[] := '{}';
  expected real := 1;
begin
  if length(p_code) <= 6 then
    pieces := array['%' || p_code || '%'];
  else
    for piece in
      select i as place, substr(p_code, i, 3) as code, coalesce(t.frequency, 0.0001) as frequency
      from generate_series(1, length(p_code) - 2) i
      left join private.search_trigrams t on t.trigram = lower(substr(p_code, i, 3))
      order by t.frequency * case when substr(p_code, i + 1, 1) = '0' then 0.2 else 1 end nulls first, i
    loop
      exit when cardinality(pieces) = 4
        or (cardinality(pieces) > 1 and piece.frequency > 0.1 and expected < 0.002);
      if not exists (select from unnest(places) p where abs(p - piece.place) < 2) then
        places := places || piece.place;
        pieces := pieces || ('%' || piece.code || '%');
        expected := expected * piece.frequency;
      end if;
    end loop;
  end if;
  return pieces || array_fill('%'::text, array[4 - cardinality(pieces)]);
end
$$;
comment on function private.search_pieces(text) is 'Four patterns for an index; % says nothing.';

-- The places where trigrams find a code. By its pieces in the index, then whole, which "is true" keeps
-- from the index. One of two signs has no trigram; yet a third always follows, be it the end of a
-- column, so any third will do.
drop function private.search_courses(text);
drop function private.search_keywords(text);
drop function private.search_names(text);
drop function private.search_first_head(text);
drop function private.search_second_head(text);
create function private.search_courses(p_code text, p_pieces text[]) returns integer[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  if length(p_code) > 2 then
    return array(select t.id from private.search_texts t
      where t.part = 'course' and t.code like p_pieces[1] and t.code like p_pieces[2]
        and t.code like p_pieces[3] and t.code like p_pieces[4]
        and (t.code like '%' || p_code || '%') is true);
  end if;
  return array(select t.id from private.search_texts t
    where t.part = 'course' and t.code ~ (p_code || '[0-9a-zA-Z]'));
end
$$;
create function private.search_keywords(p_code text, p_pieces text[]) returns integer[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  if length(p_code) > 2 then
    return array(select t.id from private.search_texts t
      where t.part = 'keywords' and t.code like p_pieces[1] and t.code like p_pieces[2]
        and t.code like p_pieces[3] and t.code like p_pieces[4]
        and (t.code like '%' || p_code || '%') is true);
  end if;
  return array(select t.id from private.search_texts t
    where t.part = 'keywords' and t.code ~ (p_code || '[0-9a-zA-Z]'));
end
$$;
create function private.search_names(p_code text, p_pieces text[]) returns bigint[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
as $$
begin
  if length(p_code) > 2 then
    return array(select s.id from private.search_lectures s
      where s.name_code like p_pieces[1] and s.name_code like p_pieces[2]
        and s.name_code like p_pieces[3] and s.name_code like p_pieces[4]
        and (s.name_code like '%' || p_code || '%') is true
      order by s.rate desc, s.id limit 500);
  end if;
  return array(select s.id from private.search_lectures s
    where s.name_code ~ (p_code || '[0-9a-zA-Z]')
    order by s.rate desc, s.id limit 500);
end
$$;
create function private.search_second_head(p_code text, p_pieces text[]) returns bigint[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
as $$
begin
  if length(p_code) > 2 then
    return array(select h.id from private.search_heads h
      where h.head = 2 and h.code like p_pieces[1] and h.code like p_pieces[2]
        and h.code like p_pieces[3] and h.code like p_pieces[4]
        and (h.code like '%' || p_code || '%') is true
      order by h.rate desc, h.id limit 500);
  end if;
  return array(select h.id from private.search_heads h
    where h.head = 2 and h.code ~ (p_code || '[0-9a-zA-Z]')
    order by h.rate desc, h.id limit 500);
end
$$;
create function private.search_third_head(p_code text, p_pieces text[]) returns bigint[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
as $$
begin
  if length(p_code) > 2 then
    return array(select h.id from private.search_heads h
      where h.head = 3 and h.code like p_pieces[1] and h.code like p_pieces[2]
        and h.code like p_pieces[3] and h.code like p_pieces[4]
        and (h.code like '%' || p_code || '%') is true
      order by h.rate desc, h.id limit 500);
  end if;
  return array(select h.id from private.search_heads h
    where h.head = 3 and h.code ~ (p_code || '[0-9a-zA-Z]')
    order by h.rate desc, h.id limit 500);
end
$$;

-- Ids of what a search finds, in order. Looks where a text of its frequency has its 500 soonest, and
-- goes on where it has not.
create or replace function private.search_ids(p_query text) returns bigint[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  query text := btrim(p_query);
  code text := private.search_code(query);
  pattern text := '%' || code || '%';
  has_heads boolean := exists (select 1 from private.search_head_ends e where e.head = 1 and e.lectures > 0);
  sampled integer;
  pieces text[];
  -- Most long texts have any three trigrams: in those a code is looked for by all of its own.
  pieces_of_long text[];
  courses integer[];
  keywords integer[];
  found bigint[];
begin
  if query is null or char_length(query) < 2 then
    return '{}';
  end if;

  if has_heads then
    select count(*) into sampled from private.search_heads h
    where h.head = 1 and h.id % 79 = 0 and h.code like pattern;
    -- About 200 are sampled. In one of eight: along the order of the results.
    if sampled >= 25 then
      found := array(
        select h.id from (
          select * from private.search_heads f where f.head = 1 order by f.rate desc, f.id limit 5000
        ) h where h.code like pattern order by h.rate desc, h.id limit 500
      );
      if cardinality(found) = 500 then
        return found;
      end if;
    end if;
  end if;

  pieces := private.search_pieces(code);
  pieces_of_long := case when length(code) <= 12 then array[pattern, '%', '%', '%'] else pieces end;
  if sampled >= 6 and exists (select 1 from private.search_head_ends e where e.head = 3 and e.lectures > 0) then
    found := private.search_third_head(code, pieces_of_long);
    if cardinality(found) = 500 then
      return found;
    end if;
  end if;

  courses := private.search_courses(code, pieces_of_long);
  if has_heads then
    found := private.search_second_head(code, pieces);
    found := array(
      select h.id from (
        (select h.id, h.rate from private.search_heads h
         where h.head = 2 and h.course_text = any (courses) order by h.rate desc, h.id limit 500)
        union
        (select h.id, h.rate from private.search_heads h where h.head = 2 and h.id = any (found))
      ) h
      order by h.rate desc, h.id limit 500
    );
    if cardinality(found) = 500 then
      return found;
    end if;
  end if;

  keywords := private.search_keywords(code, pieces_of_long);
  found := private.search_names(code, pieces);
  return array(
    select s.id from (
      (select s.id, s.rate from private.search_lectures s
       where s.course_text = any (courses) order by s.rate desc, s.id limit 500)
      union
      (select s.id, s.rate from private.search_lectures s
       where s.keywords_text = any (keywords) order by s.rate desc, s.id limit 500)
      union
      (select s.id, s.rate from private.search_lectures s where s.id = any (found))
    ) s
    order by s.rate desc, s.id limit 500
  );
end
$$;

-- What a page of results shows: what courses have in common once, and of their lectures those it names.
drop function public.search_lectures(text);
create function public.search_catalogue(p_query text, p_named integer)
returns table (
  course_id text, course_name text, description text, subject text, institution text,
  image text, youtube text, lecture_count integer, match_count integer, matches jsonb
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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

revoke execute on function
  private.count_search_trigrams(), private.search_pieces(text),
  private.search_courses(text, text[]), private.search_keywords(text, text[]),
  private.search_names(text, text[]), private.search_second_head(text, text[]),
  private.search_third_head(text, text[]), public.search_catalogue(text, integer)
  from public;
grant execute on function public.search_catalogue(text, integer) to anon, authenticated, service_role;

analyze private.search_lectures;
select private.count_search_trigrams();
-- The third head, where there is to be one.
select private.refresh_search_heads('{}', 2147483647);

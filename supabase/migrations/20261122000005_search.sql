-- Search: "contains" in five columns, in any case, best View Rate first, at any size of the catalogue.
-- docs/decisions/search.md says how. Derived from lecture rows by triggers; nothing else writes it.

-- A text in lower case, spelt with nothing but a-z, 0-9 and capitals, such that one text contains
-- another exactly when its code contains the other's: 0 is a space, J and a capital a frequent sign,
-- X and three or Z and seven capitals (digits) are the number of any other character. What lower() made
-- has no capitals of its own, so these words never overlap, and "Q" is free to end a column. So every
-- character counts for a trigram index, which else passes over all but letters and digits (over all
-- but ASCII ones in some locales), and no text holds a wildcard of LIKE.
-- No search_path of their own, and no query in them, so that the planner can inline them.
create function private.spell_signs(p_text text) returns text
language sql immutable strict parallel safe
as $$
  select replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(lower(p_text), '0', 'JA'), ' ', '0'), ',', 'JE'), '.', 'JI'), '-', 'JO'), ':', 'JP'), '(', 'JR'),
    ')', 'JS'), '''', 'JT'), '"', 'JU'), '/', 'JV'), '&', 'JW'), E'\n', 'JY')
$$;
create function private.spell_rest(p_text text) returns text
language sql immutable strict parallel safe
as $$
  select string_agg(case
    when s.sign ~ '[0-9a-zA-Z]' then s.sign
    when ascii(s.sign) < 1000 then 'X' || translate(lpad(ascii(s.sign)::text, 3, '0'), '0123456789', 'BCDFGHKLMN')
    else 'Z' || translate(lpad(ascii(s.sign)::text, 7, '0'), '0123456789', 'BCDFGHKLMN')
  end, '' order by s.place)
  from unnest(string_to_array(p_text, null)) with ordinality as s (sign, place)
$$;
-- In PL/pgSQL, which has a text's signs spelt once, and is called at a quarter of the cost.
create function private.search_code(p_text text) returns text
language plpgsql immutable strict parallel safe
as $$
declare
  spelt text := private.spell_signs(p_text);
begin
  if spelt ~ '[^0-9a-zA-Z]' then
    return private.spell_rest(spelt);
  end if;
  return spelt;
end
$$;

-- Texts that many lectures share, each once: name, description and subject of a course; keywords.
create table private.search_texts (
  id integer generated always as identity primary key,
  part text not null check (part in ('course', 'keywords')),
  digest text not null unique,
  code text not null
);
comment on table private.search_texts is
  'Derived: the searched texts of lectures other than their names, in code, each once.';

create table private.search_lectures (
  id bigint primary key,
  -- The View Rate; -Infinity where there is none, which comes last.
  rate double precision not null,
  course_text integer not null,
  keywords_text integer,
  name_code text not null
) with (autovacuum_vacuum_insert_scale_factor = 0.05);
comment on table private.search_lectures is 'Derived: one row a lecture, as the search reads it.';

-- The best lectures once more, each head with all or more of their text in one. Small catalogues have
-- none. The first is walked and sampled; the third is the first once more, with an index of trigrams,
-- in a catalogue so large that few lectures come into it.
create table private.search_heads (
  head smallint,
  id bigint,
  rate double precision not null,
  course_text integer not null,
  -- Heads 1 and 3: name, keywords and the course's text. Head 2: name and keywords.
  code text not null,
  primary key (head, id)
);
comment on table private.search_heads is
  'Derived: the best lectures of a large catalogue, each head down to its end in search_head_ends.';
create index search_heads_rank on private.search_heads (head, rate desc, id);
create index search_heads_course on private.search_heads (course_text, rate desc, id) where head = 2;
create index search_heads_second on private.search_heads using gin (code extensions.gin_trgm_ops) where head = 2;
create index search_heads_third on private.search_heads using gin (code extensions.gin_trgm_ops) where head = 3;
-- Every 79th of the best lectures: how frequent a text is in them tells where to look for it. Not the
-- very best in a row, which are lectures of a few courses.
create index search_heads_sample on private.search_heads (id) where head = 1 and id % 79 = 0;

create table private.search_head_ends (
  head smallint primary key,
  -- How many lectures the head should have, and has.
  size integer not null check (size > 0),
  lectures integer not null default 0,
  -- The last of them; null while there is none.
  rate double precision,
  id bigint,
  -- The size of the catalogue from which on the head is worth what it costs.
  kept_from integer not null default 0
);
insert into private.search_head_ends (head, size, kept_from)
values (1, 16384, 49152), (2, 131072, 393216), (3, 16384, 250000);

create table private.search_trigrams (
  trigram text primary key,
  -- The part of the lectures whose names have it.
  frequency real not null check (frequency > 0)
);
comment on table private.search_trigrams is
  'Derived: trigrams of coded names and how frequent they are in a sample. What is found never depends on it.';

alter table private.search_texts enable row level security;
alter table private.search_lectures enable row level security;
alter table private.search_heads enable row level security;
alter table private.search_head_ends enable row level security;
alter table private.search_trigrams enable row level security;

create function private.course_digest(p_name text, p_description text, p_subject text) returns text
language sql immutable parallel safe
as $$
  select md5(length(p_name)::text || ' ' || coalesce(length(p_description), 0)::text || ' '
    || p_name || coalesce(p_description, '') || coalesce(p_subject, ''))
$$;
create function private.keywords_digest(p_keywords text) returns text
language sql immutable parallel safe
as $$ select md5('keywords ' || p_keywords) $$;
create function private.course_code(p_name text, p_description text, p_subject text) returns text
language sql immutable parallel safe
as $$
  select private.search_code(p_name) || 'Q' || coalesce(private.search_code(p_description), '') || 'Q'
    || coalesce(private.search_code(p_subject), '') || 'Q'
$$;

create function private.add_to_search_head(p_head smallint, p_ids bigint[]) returns void
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

-- Moves the end of a head towards where it has its size, down by p_step lectures at most. It may be
-- anywhere: what lies above it is in the head, and that is all that the search builds on.
create function private.resize_search_head(p_head smallint, p_step integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  head private.search_head_ends;
  added bigint[];
begin
  select * into head from private.search_head_ends e where e.head = p_head;
  if head.lectures > 2 * head.size then
    select h.rate, h.id into head.rate, head.id from private.search_heads h
    where h.head = p_head order by h.rate desc, h.id offset head.size - 1 limit 1;
    delete from private.search_heads h
    where h.head = p_head and (h.rate < head.rate or (h.rate = head.rate and h.id > head.id));
    head.lectures := head.size;
  elsif head.lectures < head.size then
    added := array(
      select s.id from private.search_lectures s
      where head.id is null or s.rate < head.rate or (s.rate = head.rate and s.id > head.id)
      order by s.rate desc, s.id limit least(p_step, head.size - head.lectures)
    );
    perform private.add_to_search_head(p_head, added);
    if cardinality(added) > 0 then
      head.lectures := head.lectures + cardinality(added);
      head.id := added[cardinality(added)];
      select s.rate into head.rate from private.search_lectures s where s.id = head.id;
    end if;
  end if;
  update private.search_head_ends e
  set lectures = head.lectures, rate = head.rate, id = head.id
  where e.head = p_head;
end
$$;

create function private.count_search_trigrams() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  sampled constant integer := 5000;
  total real := (select c.reltuples from pg_class c where c.oid = 'private.search_lectures'::regclass);
begin
  delete from private.search_trigrams where true;
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

create function private.refresh_search_heads(p_ids bigint[], p_step integer default 500) returns void
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

create function private.write_search(p_ids bigint[]) returns void
language sql volatile security definer set search_path = '' set enable_seqscan = off set enable_nestloop = off set enable_hashjoin = on
as $$
  with lecture as materialized (
    select l.id, l."View Rate" as rate, l."lecture name" as lecture_name, l."Course Name" as course_name,
      l."Course Description" as description, l."Subject" as subject, l."Keywords" as keywords,
      private.course_digest(l."Course Name", l."Course Description", l."Subject") as course_digest,
      private.keywords_digest(l."Keywords") as keywords_digest
    from public.lectures l where l.id = any (p_ids)
  ), wanted as materialized (
    (select distinct on (l.course_digest)
      'course' as part, l.course_digest as digest, l.course_name, l.description, l.subject, null as keywords
    from lecture l)
    union all
    (select distinct on (l.keywords_digest) 'keywords', l.keywords_digest, null, null, null, l.keywords
    from lecture l where l.keywords is not null)
  ), held as materialized (
    -- By the index, one by one: a plan that was made while the table was small must not read it whole later.
    select w.digest, t.id
    from wanted w cross join lateral (select k.id from private.search_texts k where k.digest = w.digest limit 1) t
  ), added as (
    insert into private.search_texts (part, digest, code)
    select w.part, w.digest, case w.part
      when 'course' then private.course_code(w.course_name, w.description, w.subject)
      else private.search_code(w.keywords) || 'Q'
    end
    from wanted w where not exists (select from held h where h.digest = w.digest)
    returning digest, id
  ), texts as materialized (
    select * from held union all select * from added
  )
  insert into private.search_lectures as s (id, rate, course_text, keywords_text, name_code)
  select l.id, coalesce(l.rate, '-Infinity'), c.id, k.id, private.search_code(l.lecture_name) || 'Q'
  from lecture l
  join texts c on c.digest = l.course_digest
  left join texts k on k.digest = l.keywords_digest
  on conflict (id) do update set
    rate = excluded.rate, course_text = excluded.course_text,
    keywords_text = excluded.keywords_text, name_code = excluded.name_code
$$;

create function private.refresh_search(p_ids bigint[]) returns void
language plpgsql volatile security definer set search_path = ''
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  texts_before integer[];
begin
  if cardinality(p_ids) = 0 then
    return;
  end if;
  perform private.lock_catalogue();
  select array_agg(distinct t.id) into texts_before
  from private.search_lectures s
  cross join lateral (values (s.course_text), (s.keywords_text)) as t (id)
  where s.id = any (p_ids) and t.id is not null;
  delete from private.search_lectures s
  where s.id = any (p_ids) and not exists (select 1 from public.lectures l where l.id = s.id);

  perform private.write_search(p_ids);
  perform private.refresh_search_heads(p_ids);
  delete from private.search_texts t
  where t.id = any (texts_before)
    and not exists (select 1 from private.search_lectures s where s.course_text = t.id)
    and not exists (select 1 from private.search_lectures s where s.keywords_text = t.id);
end
$$;
comment on function private.refresh_search(bigint[]) is 'Brings the search of these lectures up to date.';

create function private.empty_search() returns void
language sql volatile security definer set search_path = ''
as $$
  truncate private.search_texts, private.search_lectures, private.search_heads, private.search_trigrams;
  update private.search_head_ends set lectures = 0, rate = null, id = null where true;
$$;

-- Everything anew, many times faster than lecture by lecture; also after loading with triggers off.
create function private.rebuild_search() returns void
language plpgsql volatile security definer set search_path = ''
set maintenance_work_mem = '128MB' set work_mem = '64MB'
as $$
begin
  perform private.lock_catalogue();
  drop index if exists private.search_texts_course, private.search_texts_keywords,
    private.search_lectures_rank, private.search_lectures_course, private.search_lectures_keywords,
    private.search_lectures_name;
  perform private.empty_search();

  insert into private.search_texts (part, digest, code)
  select 'course', t.digest, private.course_code(t.name, t.description, t.subject)
  from (
    select distinct on (digest)
      private.course_digest(l."Course Name", l."Course Description", l."Subject") as digest,
      l."Course Name" as name, l."Course Description" as description, l."Subject" as subject
    from public.lectures l
  ) t
  union all
  select 'keywords', t.digest, private.search_code(t.keywords) || 'Q'
  from (
    select distinct on (digest) private.keywords_digest(l."Keywords") as digest, l."Keywords" as keywords
    from public.lectures l where l."Keywords" is not null
  ) t;
  analyze private.search_texts;
  insert into private.search_lectures (id, rate, course_text, keywords_text, name_code)
  select l.id, coalesce(l."View Rate", '-Infinity'), c.id, k.id, private.search_code(l."lecture name") || 'Q'
  from public.lectures l
  join private.search_texts c
    on c.digest = private.course_digest(l."Course Name", l."Course Description", l."Subject")
  left join private.search_texts k on k.digest = private.keywords_digest(l."Keywords");

  create index search_texts_course on private.search_texts
    using gin (code extensions.gin_trgm_ops) where part = 'course';
  create index search_texts_keywords on private.search_texts
    using gin (code extensions.gin_trgm_ops) where part = 'keywords';
  create index search_lectures_rank on private.search_lectures (rate desc, id);
  create index search_lectures_course on private.search_lectures (course_text, rate desc, id);
  create index search_lectures_keywords on private.search_lectures (keywords_text, rate desc, id);
  create index search_lectures_name on private.search_lectures
    using gin (name_code extensions.gin_trgm_ops);
  analyze private.search_lectures;
  perform private.refresh_search_heads('{}', 2147483647);
end
$$;
comment on function private.rebuild_search() is 'Makes the search of all lectures anew.';

create function private.search_inserted_lectures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_search(array(select n.id from new_rows n));
  return null;
end
$$;
create function private.search_updated_lectures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_search(array(
    select coalesce(n.id, o.id)
    from new_rows n full join old_rows o on o.id = n.id
    where (n."Course Name", n."Course Description", n."Subject", n."lecture name", n."Keywords", n."View Rate")
      is distinct from
      (o."Course Name", o."Course Description", o."Subject", o."lecture name", o."Keywords", o."View Rate")
  ));
  return null;
end
$$;
create function private.search_deleted_lectures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_search(array(select o.id from old_rows o));
  return null;
end
$$;
create function private.clear_search() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.empty_search();
  return null;
end
$$;

create trigger search_inserted after insert on public.lectures
  referencing new table as new_rows
  for each statement execute function private.search_inserted_lectures();
create trigger search_updated after update on public.lectures
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.search_updated_lectures();
create trigger search_deleted after delete on public.lectures
  referencing old table as old_rows
  for each statement execute function private.search_deleted_lectures();
create trigger clear_search after truncate on public.lectures
  for each statement execute function private.clear_search();

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
create function private.search_ids(p_query text) returns bigint[]
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
comment on function private.search_ids(text) is 'Ids of the lectures that a search finds, in order.';
grant execute on function private.search_ids(text) to anon, authenticated, service_role;

-- What a page of results shows: what courses have in common once, and of their lectures those it names.
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
grant execute on function public.search_catalogue(text, integer) to anon, authenticated, service_role;

-- Makes the indexes too.
select private.rebuild_search();

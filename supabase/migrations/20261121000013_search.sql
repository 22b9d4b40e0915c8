-- Search: "contains" in five columns, in any case, best View Rate first, at any size of the catalogue.
-- docs/decisions/search.md says how. Derived from lecture rows by triggers; nobody else writes it.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

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
create function private.search_code(p_text text) returns text
language sql immutable strict parallel safe
as $$
  select case
    when private.spell_signs(p_text) ~ '[^0-9a-zA-Z]' then private.spell_rest(private.spell_signs(p_text))
    else private.spell_signs(p_text)
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

-- The best lectures once more, each head with all or more of their text in one: what is frequent has
-- its 500 in the first, what is not so frequent in the second. Small catalogues have none.
create table private.search_heads (
  head smallint,
  id bigint,
  rate double precision not null,
  course_text integer not null,
  -- Head 1: name, keywords and the course's text. Head 2: name and keywords.
  code text not null,
  primary key (head, id)
);
comment on table private.search_heads is
  'Derived: the best lectures of a large catalogue, each head down to its end in search_head_ends.';
create index search_heads_rank on private.search_heads (head, rate desc, id);
create index search_heads_course on private.search_heads (course_text, rate desc, id) where head = 2;
create index search_heads_first on private.search_heads using gin (code extensions.gin_trgm_ops) where head = 1;
create index search_heads_second on private.search_heads using gin (code extensions.gin_trgm_ops) where head = 2;
create table private.search_head_ends (
  head smallint primary key,
  -- How many lectures the head should have, and has.
  size integer not null check (size > 0),
  lectures integer not null default 0,
  -- The last of them; null while there is none.
  rate double precision,
  id bigint
);
insert into private.search_head_ends (head, size) values (1, 16384), (2, 131072);
alter table private.search_texts enable row level security;
alter table private.search_lectures enable row level security;
alter table private.search_heads enable row level security;
alter table private.search_head_ends enable row level security;

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
    s.name_code || coalesce(k.code, '') || case when p_head = 1 then c.code else '' end
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

-- Brings the heads up to date with search_lectures.
create function private.refresh_search_heads(p_ids bigint[], p_step integer default 2000) returns void
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
    if head.lectures > 2 * head.size or (head.lectures < head.size and total > 3 * head.size) then
      perform private.resize_search_head(head.head, p_step);
    end if;
  end loop;
end
$$;

-- Brings the search of some lectures up to date, be they new, changed or gone. Row by row through
-- the indexes: a plan that was made while the tables were small must not read them whole later.
create function private.refresh_search(p_ids bigint[]) returns void
language plpgsql volatile security definer set search_path = ''
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  texts_before integer[];
begin
  perform private.lock_catalogue();
  select array_agg(distinct t.id) into texts_before
  from private.search_lectures s
  cross join lateral (values (s.course_text), (s.keywords_text)) as t (id)
  where s.id = any (p_ids) and t.id is not null;
  delete from private.search_lectures s
  where s.id = any (p_ids) and not exists (select 1 from public.lectures l where l.id = s.id);

  insert into private.search_texts (part, digest, code)
  select 'course', t.digest, private.course_code(t.name, t.description, t.subject)
  from (
    select distinct on (digest)
      private.course_digest(l."Course Name", l."Course Description", l."Subject") as digest,
      l."Course Name" as name, l."Course Description" as description, l."Subject" as subject
    from public.lectures l where l.id = any (p_ids)
  ) t
  where not exists (select 1 from private.search_texts k where k.digest = t.digest)
  union all
  select 'keywords', t.digest, private.search_code(t.keywords) || 'Q'
  from (
    select distinct on (digest) private.keywords_digest(l."Keywords") as digest, l."Keywords" as keywords
    from public.lectures l where l.id = any (p_ids) and l."Keywords" is not null
  ) t
  where not exists (select 1 from private.search_texts k where k.digest = t.digest);

  insert into private.search_lectures as s (id, rate, course_text, keywords_text, name_code)
  select l.id, coalesce(l."View Rate", '-Infinity'), c.id, k.id, private.search_code(l."lecture name") || 'Q'
  from public.lectures l
  join private.search_texts c
    on c.digest = private.course_digest(l."Course Name", l."Course Description", l."Subject")
  left join private.search_texts k on k.digest = private.keywords_digest(l."Keywords")
  where l.id = any (p_ids)
  on conflict (id) do update set
    rate = excluded.rate, course_text = excluded.course_text,
    keywords_text = excluded.keywords_text, name_code = excluded.name_code;

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
  truncate private.search_texts, private.search_lectures, private.search_heads;
  update private.search_head_ends set lectures = 0, rate = null, id = null;
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
  -- The order of the results, with all that the search looks at on its way along it.
  create index search_lectures_rank on private.search_lectures
    (rate desc, id) include (course_text, keywords_text, name_code);
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

-- The four places where trigrams find a code. One of two signs has none; yet a third always
-- follows, be it the end of a column, so any third will do.
create function private.search_courses(p_code text) returns integer[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
begin
  if length(p_code) > 2 then
    return array(select t.id from private.search_texts t
      where t.part = 'course' and t.code like '%' || p_code || '%');
  end if;
  return array(select t.id from private.search_texts t
    where t.part = 'course' and t.code ~ (p_code || '[0-9a-zA-Z]'));
end
$$;
create function private.search_keywords(p_code text) returns integer[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
begin
  if length(p_code) > 2 then
    return array(select t.id from private.search_texts t
      where t.part = 'keywords' and t.code like '%' || p_code || '%');
  end if;
  return array(select t.id from private.search_texts t
    where t.part = 'keywords' and t.code ~ (p_code || '[0-9a-zA-Z]'));
end
$$;
create function private.search_names(p_code text) returns bigint[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
set enable_indexscan = off set enable_indexonlyscan = off
as $$
begin
  if length(p_code) > 2 then
    return array(select s.id from private.search_lectures s
      where s.name_code like '%' || p_code || '%' order by s.rate desc, s.id limit 500);
  end if;
  return array(select s.id from private.search_lectures s
    where s.name_code ~ (p_code || '[0-9a-zA-Z]') order by s.rate desc, s.id limit 500);
end
$$;
create function private.search_first_head(p_code text) returns bigint[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
set enable_indexscan = off set enable_indexonlyscan = off
as $$
begin
  if length(p_code) > 2 then
    return array(select h.id from private.search_heads h
      where h.head = 1 and h.code like '%' || p_code || '%' order by h.rate desc, h.id limit 500);
  end if;
  return array(select h.id from private.search_heads h
    where h.head = 1 and h.code ~ (p_code || '[0-9a-zA-Z]') order by h.rate desc, h.id limit 500);
end
$$;
create function private.search_second_head(p_code text) returns bigint[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
set enable_indexscan = off set enable_indexonlyscan = off
as $$
begin
  if length(p_code) > 2 then
    return array(select h.id from private.search_heads h
      where h.head = 2 and h.code like '%' || p_code || '%' order by h.rate desc, h.id limit 500);
  end if;
  return array(select h.id from private.search_heads h
    where h.head = 2 and h.code ~ (p_code || '[0-9a-zA-Z]') order by h.rate desc, h.id limit 500);
end
$$;

-- Ids of what a search finds, in order. Looks where a text of its frequency has its 500 soonest, and
-- goes on where it has not.
create function private.search_ids(p_query text) returns bigint[]
language plpgsql stable security definer set search_path = ''
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  query text := btrim(p_query);
  code text := private.search_code(query);
  pattern text := '%' || code || '%';
  has_heads boolean := exists (select 1 from private.search_head_ends e where e.head = 1 and e.lectures > 0);
  courses integer[];
  keywords integer[];
  found bigint[];
begin
  if query is null or char_length(query) < 2 then
    return '{}';
  end if;

  if has_heads then
    -- The best 200 tell how frequent it is. In one of eight: along the order of the results.
    found := array(
      select h.id from (
        select * from private.search_heads f where f.head = 1 order by f.rate desc, f.id limit 200
      ) h where h.code like pattern
    );
    if cardinality(found) >= 25 then
      found := array(
        select h.id from (
          select * from private.search_heads f where f.head = 1 order by f.rate desc, f.id limit 5000
        ) h where h.code like pattern order by h.rate desc, h.id limit 500
      );
    elsif cardinality(found) >= 3 then
      found := private.search_first_head(code);
    end if;
    if cardinality(found) = 500 then
      return found;
    end if;
  end if;

  courses := private.search_courses(code);
  if has_heads then
    found := private.search_second_head(code);
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

  keywords := private.search_keywords(code);
  found := private.search_names(code);
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

-- In two steps, because the planner would call search_ids itself to see how many rows to expect.
-- private.lecture_id is spelt out: the planner cannot inline it, and 500 calls take longer than the search.
create or replace function public.search_lectures(p_query text)
returns table (
  lecture_id text, lecture_name text, course_id text, course_name text,
  description text, subject text, institution text, image text, youtube text, lecture_count integer
)
language plpgsql stable set search_path = ''
as $$
declare
  found bigint[] := private.search_ids(p_query);
begin
  return query
  select
    case
      when l."Lecture Number" is null then 'lecture-' || l.id
      when exists (
        select 1 from public.lectures o
        where o."Course Name" = l."Course Name" and o."Lecture Number" = l."Lecture Number" and o.id < l.id
      ) then l."Lecture Number" || '-' || l.id
      else l."Lecture Number"::text
    end,
    l."lecture name", c.course_id, c.course_name, c.description, c.subject, c.institution, c.image,
    c.youtube, c.lecture_count
  from unnest(found) with ordinality as f (id, place)
  join public.lectures l on l.id = f.id
  join public.course_summaries c on c.course_name = l."Course Name"
  order by f.place;
end
$$;

revoke execute on function
  private.spell_signs(text), private.spell_rest(text), private.search_code(text),
  private.course_digest(text, text, text), private.keywords_digest(text),
  private.course_code(text, text, text), 
  private.add_to_search_head(smallint, bigint[]), private.resize_search_head(smallint, integer),
  private.refresh_search_heads(bigint[], integer), private.refresh_search(bigint[]),
  private.empty_search(), private.rebuild_search(),
  private.search_inserted_lectures(), private.search_updated_lectures(),
  private.search_deleted_lectures(), private.clear_search(), private.search_courses(text),
  private.search_keywords(text), private.search_names(text), private.search_first_head(text),
  private.search_second_head(text),
  private.search_ids(text)
  from public;
grant execute on function private.search_ids(text) to anon, authenticated, service_role;

alter table public.lectures drop column search_text;
select private.rebuild_search();

-- Keeping the search up to date costs less for each lecture: its texts are told apart and spelt once, in
-- one statement, and the order of the results carries no texts any more, which the heads have.

-- In PL/pgSQL, which has a text's signs spelt once, and is called at a quarter of the cost.
create or replace function private.search_code(p_text text) returns text
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

drop index private.search_lectures_rank;
create index search_lectures_rank on private.search_lectures (rate desc, id);

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
comment on function private.write_search(bigint[]) is
  'Writes what the search reads of these lectures, and the texts that it lacks; leaves the heads as they are.';
revoke execute on function private.write_search(bigint[]) from public;

create or replace function private.refresh_search(p_ids bigint[]) returns void
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

-- Everything anew, many times faster than lecture by lecture; also after loading with triggers off.
create or replace function private.rebuild_search() returns void
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

drop function private.search_first_head(text, text[]);
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
revoke execute on function private.search_third_head(text, text[]) from public;

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

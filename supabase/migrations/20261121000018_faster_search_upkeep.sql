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

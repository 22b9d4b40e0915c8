-- Editors' choices for file columns whose names do not tell what they contain; they apply to all editors' next files.

create table private.column_choices (
  -- The names of all columns, as a JSON text.
  header text primary key check (char_length(header) <= 10000),
  -- In the format of import_jobs.fields.
  fields jsonb not null check (jsonb_typeof(fields) = 'array' and pg_column_size(fields) < 100000),
  chosen_at timestamptz not null default clock_timestamp()
);
comment on table private.column_choices is 'What the columns of files with this header hold: of the last 30 headers.';
alter table private.column_choices enable row level security;

-- Security definer, this function and the next: editors may use the table only through them.
create function private.remember_columns(p_header text, p_fields text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.can_edit() then
    raise exception 'not for this account' using errcode = '42501';
  end if;
  insert into private.column_choices (header, fields) values (p_header, p_fields::jsonb)
  on conflict (header) do update set fields = excluded.fields, chosen_at = excluded.chosen_at;
  delete from private.column_choices c
  where c.header in (select o.header from private.column_choices o order by o.chosen_at desc offset 30);
end
$$;

create function private.remembered_columns() returns table (header text, fields jsonb)
language sql stable security definer set search_path = ''
as $$
  select c.header, c.fields from private.column_choices c where (select private.can_edit()) order by c.chosen_at desc
$$;
grant execute on function private.remember_columns(text, text), private.remembered_columns() to authenticated;

create function public.remember_columns(p_header text, p_fields text) returns void
language sql volatile set search_path = ''
as $$ select private.remember_columns(p_header, p_fields) $$;
comment on function public.remember_columns(text, text) is
  'Remembers what the columns of files with this header hold, for all editors. Fields are a JSON text, as import_jobs has them.';

create function public.remembered_columns() returns table (header text, fields jsonb)
language sql stable set search_path = ''
as $$ select * from private.remembered_columns() $$;
comment on function public.remembered_columns() is 'What editors have said about columns, the last first: of 30 headers at most.';
grant execute on function public.remember_columns(text, text), public.remembered_columns() to authenticated;

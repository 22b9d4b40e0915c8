-- The lecture rows. Everything the catalogue shows is derived from this table, whose column
-- names are spelt as in the data; readers use the snake_case functions instead.

create table public.lectures (
  id bigint generated always as identity primary key,
  "Course Name" text not null
    check (btrim("Course Name") <> '' and char_length("Course Name") <= 250),
  "Course Description" text check (char_length("Course Description") <= 10000),
  "Subject" text check (char_length("Subject") <= 100),
  "Instructor" text check (char_length("Instructor") <= 2000),
  "Insitution" text check (char_length("Insitution") <= 250),
  "SEO:Slug" text check (char_length("SEO:Slug") <= 250),
  "Image" text check (char_length("Image") <= 2000 and "Image" ~ '^https?://'),
  "Lecture Number" integer check ("Lecture Number" >= 0),
  "lecture name" text not null
    check (btrim("lecture name") <> '' and char_length("lecture name") <= 250),
  -- Only this canonical form is stored, so nothing but YouTube can ever be framed.
  youtube text check (youtube ~ '^https://www\.youtube\.com/embed/[A-Za-z0-9_-]{11}$'),
  "Keywords" text check (char_length("Keywords") <= 5000),
  "View Rate" double precision check ("View Rate" between -1e12 and 1e12),
  "Views" bigint check ("Views" between 0 and 9007199254740991),
  -- A lecture is the same lecture when these agree; an empty number counts as a value.
  constraint lectures_natural_key
    unique nulls not distinct ("Course Name", "lecture name", "Lecture Number")
);
comment on table public.lectures is 'One row a lecture. A course is the rows that share "Course Name".';

-- A course's lectures in their order.
create index lectures_course_order on public.lectures ("Course Name", "Lecture Number", id);

alter table public.lectures enable row level security;
create policy lectures_select_visitor on public.lectures
  for select to anon using (true);
create policy lectures_select_user on public.lectures
  for select to authenticated using (true);
create policy lectures_insert_admin on public.lectures
  for insert to authenticated with check ((select private.is_admin()));
create policy lectures_update_admin on public.lectures
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy lectures_delete_admin on public.lectures
  for delete to authenticated using ((select private.is_admin()));

grant select on public.lectures to anon;
grant select, insert, update, delete on public.lectures to authenticated;
grant select, insert, update, delete on public.lectures to service_role;

-- Two transactions that write lectures of one course would each count without the other's rows, so
-- only one at a time writes.
create function private.lock_catalogue() returns void
language sql volatile set search_path = ''
as $$ select pg_catalog.pg_advisory_xact_lock(7236517001) $$;
grant execute on function private.lock_catalogue() to service_role;

import type { Database } from "./database.ts";

/**
 * Keeps the auth service's own log empty. It would name the e-mail addresses of deleted accounts, and grow without end;
 * what is worth knowing of sign-ins is in the product's audit log. Its table must exist.
 */
export async function keepNoAuthLog(sql: Database): Promise<void> {
  await sql.unsafe(`
    create or replace function auth.keep_nothing() returns trigger
    language plpgsql set search_path = '' as $$ begin return null; end $$;
    create or replace trigger keep_nothing before insert on auth.audit_log_entries
    for each row execute function auth.keep_nothing();
    delete from auth.audit_log_entries`);
}

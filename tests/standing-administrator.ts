import postgres from "postgres";

/** Adds a permanent administrator: the last one cannot lose the role, and tests remove the role from their own. */
export async function addStandingAdministrator(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`
      with account as (
        insert into auth.users (id, email) select gen_random_uuid(), 'standing-administrator@example.com'
        where not exists (select from public.user_roles where role = 'admin')
        returning id
      )
      insert into public.user_roles (user_id, role) select id, 'admin' from account`;
  } finally {
    await sql.end();
  }
}

import { fileURLToPath } from "node:url";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { createApi } from "../../supabase/embedded/api.ts";
import { startEmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { applyMigrations, findPendingMigrations } from "../../supabase/embedded/migrations.ts";
import { loadSecrets } from "../../supabase/embedded/secrets.ts";
import { removeInstallation } from "../embedded/installation.ts";
import { addStandingAdministrator } from "../standing-administrator.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import {
  DEFAULT_PRIVILEGES_SQL,
  FACTORS_SQL,
  type HostedPostgres,
  handOverSql,
  PROBE_SQL,
  SERVICE_SCHEMAS_SQL,
  startHostedPostgres,
} from "./hosted-postgres.ts";
import { startPostgrest } from "./postgrest.ts";
import { loadPresets } from "./presets.ts";

const migrations = fileURLToPath(new URL("../../supabase/migrations", import.meta.url));
const siteUrl = "http://localhost:3000";

/**
 * Provides the preset catalogue twice: in a database set up like a hosted project and served by PostgREST, and in a
 * copy of that database served by the embedded API.
 */
export async function providePackagedBackends(project: TestProject): Promise<() => Promise<void>> {
  const cleanUps: (() => Promise<unknown>)[] = [];
  const cleanUp = async () => {
    for (const step of cleanUps.reverse()) await step();
  };
  try {
    const clusterDir = await temporaryDirectory();
    const dataDir = await temporaryDirectory();
    cleanUps.push(
      () => removeInstallation(clusterDir),
      () => removeInstallation(dataDir),
    );
    const secrets = await loadSecrets(dataDir, false);
    const server = await startHostedPostgres(clusterDir, secrets.postgresPassword);
    cleanUps.push(() => server.stop());

    const services = await createApi({
      databaseUrl: server.urlOf("services"),
      storageDirectory: `${dataDir}/hosted`,
      uploadsDirectory: `${dataDir}/hosted-uploads`,
      siteUrl,
      secrets,
    });
    cleanUps.push(() => services.close(0));
    const otherwise = await startServices(services, server);
    await server.copyDatabase("postgres", "plain");
    await server.run("postgres", DEFAULT_PRIVILEGES_SQL + PROBE_SQL);
    await migrate(server, "plain");
    await migrate(server, "postgres");
    await addStandingAdministrator(server.urlOf("postgres"));

    const { publishableKey, secretKey } = secrets;
    const hosted = { databaseUrl: server.urlOf("authenticator"), otherwise, ...secrets };
    const seeding = await startPostgrest(hosted);
    const target = { url: seeding.url, publishableKey, secretKey };
    const seeded = await loadPresets(target).finally(seeding.stop);
    await server.copyDatabase("postgres", "embedded");
    await server.run("embedded", `drop table auth.mfa_factors; ${handOverSql("lectern_api_embedded")}`);
    const postgrest = await startPostgrest(hosted);
    cleanUps.push(() => postgrest.stop());
    const databaseUrl = server.urlOf("supabase_admin", "embedded");
    const embedded = await startEmbeddedSupabase({ dataDir, databaseUrl, siteUrl });
    cleanUps.push(() => embedded.stop());

    const keys = { publishableKey, secretKey };
    project.provide("seeded", seeded);
    project.provide("plainDatabaseUrl", server.urlOf("postgres", "plain"));
    project.provide("jwtSecret", secrets.jwtSecret);
    project.provide("apis", [
      { name: "hosted API", url: postgrest.url, databaseUrl: server.urlOf("postgres"), ...keys },
      { name: "embedded API", url: embedded.url, databaseUrl, ...keys },
    ]);
    return cleanUp;
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

/** Creates the schemas of the services and starts them before any migration runs, as in a hosted project. */
async function startServices(
  services: Awaited<ReturnType<typeof createApi>>,
  server: HostedPostgres,
): Promise<string> {
  await services.ensureSystemTables();
  await server.run("postgres", FACTORS_SQL + SERVICE_SCHEMAS_SQL);
  return (await services.listen()).url;
}

async function migrate(server: HostedPostgres, database: string): Promise<void> {
  const sql = postgres(server.urlOf("postgres", database), { max: 1, onnotice: () => {} });
  const { pending } = await findPendingMigrations(sql, migrations, "");
  await applyMigrations(sql, pending).finally(() => sql.end());
}

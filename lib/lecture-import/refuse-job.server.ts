import "server-only";
import { jsonError } from "../api/json.ts";
import type { Client } from "../supabase/client.ts";
import { getImportJob } from "./jobs.server.ts";
import { importMessages } from "./messages.ts";

/** The response where a job cannot be changed: 409 with the message, or 404 if there is no such job. */
export async function refuseJob(client: Client, id: string, message: string): Promise<Response> {
  const isKnown = (await getImportJob(client, id)) !== null;
  return isKnown ? jsonError(409, message) : jsonError(404, importMessages.noSuchImport);
}

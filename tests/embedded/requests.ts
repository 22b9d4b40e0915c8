import { createClient } from "@supabase/supabase-js";
import type { EmbeddedSupabase } from "../../supabase/embedded/index.ts";

type Backend = Pick<EmbeddedSupabase, "url" | "publishableKey" | "secretKey">;

const NO_SESSION = { auth: { persistSession: false, autoRefreshToken: false } };

export const visitorClient = ({ url, publishableKey }: Backend) =>
  createClient(url, publishableKey, NO_SESSION);
export const serviceClient = ({ url, secretKey }: Backend) => createClient(url, secretKey, NO_SESSION);

/** A new account, signed in. */
export async function signUp(backend: Backend, name: string) {
  const client = visitorClient(backend);
  const credentials = {
    email: `${name}@example.org`,
    password: "secret1",
    options: { data: { display_name: name } },
  };
  const { data, error } = await client.auth.signUp(credentials);
  if (error || !data.user || !data.session) throw error ?? new Error("No session.");
  return { client, id: data.user.id, token: data.session.access_token };
}

/** The ids in the ledger table, read with the secret key, which sees all rows. */
export async function listLedger(backend: Backend): Promise<number[]> {
  const { data, error } = await serviceClient(backend).from("ledger").select("id").order("id");
  if (error) throw error;
  return data.map(({ id }) => id);
}

export async function addToLedger(backend: Backend, id: number): Promise<void> {
  const { error } = await serviceClient(backend).from("ledger").insert({ id });
  if (error) throw error;
}

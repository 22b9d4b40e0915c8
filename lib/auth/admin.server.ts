import "server-only";
import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { routes } from "../routes.ts";
import type { Client } from "../supabase/client.ts";
import { readAccessToken, tokenClient } from "../supabase/token.server.ts";
import { PASS_HEADER, readPass } from "./console-pass.server.ts";
import { identify } from "./identity.server.ts";
import type { Viewer } from "./types.ts";

/** An administrator. `client` acts with the administrator's own token, so that row-level security decides. */
export type Admin = { client: Client; viewer: Viewer };

/**
 * The administrator whose token this is, as auth service and database say at this moment; else null.
 * @param pass of the middleware, which has asked them already
 */
export async function adminOf(token: string | null, pass: string | null = null): Promise<Admin | null> {
  if (!token) return null;
  const client = tokenClient(token);
  const viewer = (await readPass(pass, token)) ?? (await identify(client, token));
  return viewer?.isAdmin ? { client, viewer } : null;
}

/**
 * The administrator who asked for this page, verified once a request however often it is called; null for
 * visitors and users. For pages and layouts: it never refreshes a session, which the middleware has done.
 */
export const getAdmin = cache(async (): Promise<Admin | null> => {
  const token = await readAccessToken((await cookies()).getAll());
  return adminOf(token, (await headers()).get(PASS_HEADER));
});

/**
 * The administrator who asked for this page; visitors and users are redirected to the home page. Every page
 * of the console calls it for itself, before it reads or renders anything.
 */
export async function requireAdmin(): Promise<Admin> {
  return (await getAdmin()) ?? redirect(routes.home());
}

/**
 * A console page's `generateMetadata`. Next makes metadata beside the page and sends it along even
 * where the page redirects: so only administrators are told the page's title.
 */
export function adminMetadata(title: string): () => Promise<Metadata> {
  return async () => ((await getAdmin()) ? { title } : {});
}

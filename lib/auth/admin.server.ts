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
import { type ConsoleRole, isEnough } from "./roles.ts";
import type { Viewer } from "./types.ts";

/** An account whose role opens the console. `client` acts with its own token, so that row-level security decides. */
export type ConsoleUser = { client: Client; viewer: Viewer };

/**
 * The account whose token this is, where its role is enough, as auth service and database say at this moment; else null.
 * @param pass of the middleware, which has asked them already
 */
export async function consoleUserOf(
  token: string | null,
  { needed, pass = null }: { needed: ConsoleRole; pass?: string | null },
): Promise<ConsoleUser | null> {
  if (!token) return null;
  const client = tokenClient(token);
  const viewer = (await readPass(pass, token)) ?? (await identify(client, token));
  return viewer && isEnough(viewer.role, needed) ? { client, viewer } : null;
}

/**
 * Who asked for this page, verified once a request however often it is called; null for visitors and users. For pages
 * and layouts: it never refreshes a session, which the middleware has done.
 */
const getConsoleUser = cache(async (): Promise<ConsoleUser | null> => {
  const token = await readAccessToken((await cookies()).getAll());
  return consoleUserOf(token, { needed: "viewer", pass: (await headers()).get(PASS_HEADER) });
});

/**
 * Who asked for this page, with a role that is enough for it. Visitors and users are redirected to the home page, other
 * roles to the dashboard, which says why. Every page of the console calls it for itself, before it reads or renders anything.
 */
export async function requireRole(needed: ConsoleRole): Promise<ConsoleUser> {
  const user = (await getConsoleUser()) ?? redirect(routes.home());
  return isEnough(user.viewer.role, needed) ? user : redirect(`/admin-console?needs=${needed}`);
}

/** `requireRole` of what is for administrators alone. */
export const requireAdmin = () => requireRole("admin");

/**
 * A console page's `generateMetadata`. Next makes metadata beside the page and sends it along even where the page
 * redirects: so only those who may read the page are told its title.
 */
export function consoleMetadata(metadata: Metadata, needed: ConsoleRole = "viewer"): () => Promise<Metadata> {
  return async () => {
    const user = await getConsoleUser();
    return user && isEnough(user.viewer.role, needed) ? metadata : {};
  };
}

/** `consoleMetadata` of a page that has but a title. */
export const adminMetadata = (title: string, needed?: ConsoleRole) => consoleMetadata({ title }, needed);

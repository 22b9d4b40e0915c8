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

/** An account whose role may open the console. `client` sends its own token, so that row-level security applies. */
type ConsoleUser = { client: Client; viewer: Viewer };

/**
 * The account of an access token, if its current role is sufficient; else null. The auth service and the database are
 * asked, unless `pass` is valid.
 * @param pass the pass of the middleware, which has asked them already
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
 * The account that requested this page, verified once per request; null for visitors, and for users without access to
 * the console. For pages and layouts: it never refreshes a session, because the middleware has done so.
 */
const getConsoleUser = cache(async (): Promise<ConsoleUser | null> => {
  const token = readAccessToken((await cookies()).getAll());
  return consoleUserOf(token, { needed: "viewer", pass: (await headers()).get(PASS_HEADER) });
});

/**
 * The account that requested this page, if its role is sufficient. Visitors and users are redirected to the home
 * page, other roles to the dashboard, which says why. Every console page calls this before it reads or renders data.
 */
export async function requireRole(needed: ConsoleRole): Promise<ConsoleUser> {
  const user = (await getConsoleUser()) ?? redirect(routes.home());
  return isEnough(user.viewer.role, needed) ? user : redirect(`/admin-console?needs=${needed}`);
}

/** `requireRole` for administrators only. */
export const requireAdmin = () => requireRole("admin");

/**
 * Creates the `generateMetadata` of a console page. Next generates metadata in parallel to the page and sends it even
 * if the page redirects, so the metadata is empty for visitors who may not read the page.
 * @param metadata the metadata, or a function that reads it as the account that asks
 */
export function consoleMetadata<Props>(
  metadata: Metadata | ((user: ConsoleUser, props: Props) => Promise<Metadata>),
  needed: ConsoleRole = "viewer",
): (props: Props) => Promise<Metadata> {
  return async (props) => {
    const user = await getConsoleUser();
    if (!user || !isEnough(user.viewer.role, needed)) return {};
    return typeof metadata === "function" ? metadata(user, props) : metadata;
  };
}

/** `consoleMetadata` for a page that only has a title. */
export const adminMetadata = (title: string, needed?: ConsoleRole) => consoleMetadata({ title }, needed);

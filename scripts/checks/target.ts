import type { Backend } from "../serve.ts";

/** The Supabase that is checked. */
export type Target = Backend & {
  /** The address that visitors use, which links in mails lead to. */
  siteUrl: string;
  /** The data directory of the embedded Supabase; undefined for a hosted or self-hosted one. */
  dataDir?: string;
  /** The timeout of one request, in milliseconds. */
  timeoutMs?: number;
};

/** The address of a Supabase, without a user name or password that it may contain. */
export function shownAddress({ url }: Pick<Target, "url">): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/$/, "")}`;
}

/** The project that an address of the hosted Supabase belongs to; undefined for any other address. */
export function projectOf({ url }: Pick<Target, "url">): string | undefined {
  return /^([a-z0-9]{20})\.supabase\.(co|in|red)$/.exec(new URL(url).hostname)?.[1];
}

/** Where the operator finds the keys. */
export function keysPlace(target: Target): string {
  return projectOf(target)
    ? "Project Settings › API Keys"
    : "`npx supabase status`, or the settings of a self-hosted one, have it";
}

/** How the operator brings the database up to date. */
export function migrateCommand(target: Target): string {
  if (target.dataDir) return "Stop Lectern and start it again: `npm start` applies them.";
  const project = projectOf(target);
  return project
    ? `Run \`npx supabase@3 link --project-ref ${project}\`, then \`npx supabase@3 db push --remote\`.`
    : "Run `npx supabase@3 db push --remote=postgres://…` with the address of its database.";
}

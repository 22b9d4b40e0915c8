/** The roles that open the console. Each may do what those behind it may do, too. */
export const consoleRoles = ["admin", "editor", "viewer"] as const;
export type ConsoleRole = (typeof consoleRoles)[number];

/** Every role that an account can have; without a row it is `user`. */
export const accountRoles = [...consoleRoles, "user"] as const;
export type AccountRole = (typeof accountRoles)[number];

/** Whether a role is enough for what needs one of the console. */
export function isEnough(held: AccountRole, needed: ConsoleRole): boolean {
  return accountRoles.indexOf(held) <= accountRoles.indexOf(needed);
}

/** A role as the database spells it; what is none it knows is that of a plain user. */
export function parseRole(text: string | null): AccountRole {
  return accountRoles.find((role) => role === text) ?? "user";
}

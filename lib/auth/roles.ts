/** The roles that may open the console. Each role includes the rights of those after it. */
export const consoleRoles = ["admin", "editor", "viewer"] as const;
export type ConsoleRole = (typeof consoleRoles)[number];

/** Every role that an account can have; an account without a row in `user_roles` is a `user`. */
export const accountRoles = [...consoleRoles, "user"] as const;
export type AccountRole = (typeof accountRoles)[number];

/** Whether the held role includes the rights of the needed one. */
export function isEnough(held: AccountRole, needed: ConsoleRole): boolean {
  return accountRoles.indexOf(held) <= accountRoles.indexOf(needed);
}

/** Parses a role from the database; null and unknown texts are `user`. */
export function parseRole(text: string | null): AccountRole {
  return accountRoles.find((role) => role === text) ?? "user";
}

import type { AccountRole } from "../auth/roles.ts";

export const roleNames: Record<AccountRole, string> = {
  admin: "Administrator",
  editor: "Editor",
  viewer: "Viewer",
  user: "User",
};

/** What each role may do, in one line. */
export const roleDescriptions: Record<AccountRole, string> = {
  admin: "Everything, also users, roles and the activity log",
  editor: "Imports data, and edits lectures, quizzes and videos",
  viewer: "Looks at the console, and changes nothing",
  user: "Learns; does not see the console",
};

/** Who has at least a role, as in "This page is for …". */
export const roleGroups = {
  admin: "administrators",
  editor: "administrators and editors",
  viewer: "administrators, editors and viewers",
} as const;

export const withArticle: Record<AccountRole, string> = {
  admin: "an administrator",
  editor: "an editor",
  viewer: "a viewer",
  user: "a user",
};

export const roleMessages = {
  unknown: "There is no account with this email address.",
  ambiguous:
    "Several accounts have this email address. Change the role of the one you mean in the list of users.",
  last: "This is the last administrator. Make another account an administrator first.",
} as const;

/** `ada@example.org is an editor now.` */
export const roleGiven = (account: string, role: AccountRole) => `${account} is ${withArticle[role]} now.`;
export const roleKept = (account: string, role: AccountRole) => `${account} is ${withArticle[role]} already.`;

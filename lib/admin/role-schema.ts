import { z } from "zod";
import "../zod-in-browsers.ts";
import { accountRoles } from "../auth/roles.ts";

/** `account` is an e-mail in any letter case, or an id. */
export const roleSchema = z.strictObject({
  account: z.string().trim().min(1).max(320),
  role: z.enum(accountRoles),
});

/** The schema of the form, which accepts only e-mail addresses, no ids. */
export const roleFormSchema = roleSchema.extend({
  account: z.string().trim().pipe(z.email("Invalid email address")),
});

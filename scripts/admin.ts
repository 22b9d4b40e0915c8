import { roleMessages, withArticle } from "../lib/admin/roles.ts";
import { adminClient, findAccount, introduceAccount } from "./accounts.ts";
import { ask, isYes } from "./ask.ts";
import { withBackend } from "./command-backend.ts";
import { loadSettings } from "./load-settings.ts";
import { fail, runCommand } from "./run-command.ts";

// `npm run admin -- someone@example.com`: gives an account a role in the console; `--revoke` removes the role.
// The change takes effect with the account's next request.

const USAGE = `Usage: npm run admin -- someone@example.com [--editor | --viewer | --revoke] [--yes]

Makes the account with this email an administrator; --editor one that imports and edits, --viewer one that looks at the
console, --revoke an ordinary user again. --yes does not ask.`;

const OPTIONS = { "--editor": "editor", "--viewer": "viewer", "--revoke": "user" } as const;

const ofRole = { ...withArticle, user: "an ordinary user" };

async function main(args: string[]): Promise<number> {
  const isSure = args.includes("--yes");
  const chosen = Object.entries(OPTIONS).filter(([option]) => args.includes(option));
  const role = chosen[0]?.[1] ?? "admin";
  const [email, ...more] = args.filter((arg) => !Object.hasOwn(OPTIONS, arg) && arg !== "--yes");
  if (!email?.includes("@") || email.startsWith("-") || more.length > 0 || chosen.length > 1)
    return fail(USAGE);
  return withBackend(loadSettings(), async (backend) => {
    const client = adminClient(backend);
    const account = await findAccount(client, email);
    if (typeof account === "string") return fail(account);
    console.log(introduceAccount(account));
    if (account.role !== role) {
      const refusal = isSure ? null : await ask(`Make it ${ofRole[role]}? (y/N)`, isYes);
      if (refusal) return fail(refusal);
    }
    const change = { p_account: email, p_role: role };
    const { data: outcome } = await client.rpc("set_user_role", change).throwOnError();
    if (outcome === "last") return fail(roleMessages.last);
    console.log(
      `${email} ${outcome === "changed" ? "is" : "was"} ${ofRole[role]} ${outcome === "changed" ? "now" : "already"}.`,
    );
    return 0;
  });
}

await runCommand(main, USAGE);

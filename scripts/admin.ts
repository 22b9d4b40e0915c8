import { adminClient, findAccount, introduceAccount } from "./accounts.ts";
import { ask, isYes } from "./ask.ts";
import { withBackend } from "./command-backend.ts";
import { loadSettings } from "./load-settings.ts";
import { fail, runCommand } from "./run-command.ts";

// `npm run admin -- someone@example.com`: gives an account the administrator's role; `--revoke` takes it
// back. The change takes effect with the account's next request.

const USAGE = `Usage: npm run admin -- someone@example.com [--revoke] [--yes]

Makes the account with this email an administrator; --revoke makes it an ordinary user again. --yes does not ask.`;

const ROLES = {
  admin: {
    question: "Make it an administrator? (y/N)",
    changed: "is an administrator now",
    unchanged: "was an administrator already",
  },
  user: {
    question: "Make it an ordinary user? (y/N)",
    changed: "is no administrator any more",
    unchanged: "was no administrator",
  },
} as const;

async function main(args: string[]): Promise<number> {
  const role = args.includes("--revoke") ? "user" : "admin";
  const isSure = args.includes("--yes");
  const [email, ...more] = args.filter((arg) => arg !== "--revoke" && arg !== "--yes");
  if (!email?.includes("@") || email.startsWith("-") || more.length > 0) return fail(USAGE);
  return withBackend(loadSettings(), async (backend) => {
    const client = adminClient(backend);
    const account = await findAccount(client, email);
    if (typeof account === "string") return fail(account);
    const { question, changed, unchanged } = ROLES[role];
    console.log(introduceAccount(account));
    if (account.role !== role) {
      const refusal = isSure ? null : await ask(question, isYes);
      if (refusal) return fail(refusal);
    }
    const { data } = await client.rpc("set_user_role", { p_email: email, p_role: role }).throwOnError();
    console.log(`${email} ${data === "changed" ? changed : unchanged}.`);
    return 0;
  });
}

await runCommand(main);

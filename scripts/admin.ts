import { createClient } from "@supabase/supabase-js";
import { withoutSession } from "../lib/supabase/client.ts";
import type { Database } from "../lib/supabase/database.types.ts";
import { withBackend } from "./command-backend.ts";
import { loadSettings } from "./load-settings.ts";
import { fail, runCommand } from "./run-command.ts";

// `npm run admin -- someone@example.com`: gives an account the administrator's role; `--revoke` takes it
// back. The change takes effect with the account's next request.

const USAGE = `Usage: npm run admin -- someone@example.com [--revoke]

Makes the account with this email an administrator; --revoke makes it an ordinary user again.`;

const SENTENCES = {
  admin: { changed: "is an administrator now", unchanged: "was an administrator already" },
  user: { changed: "is no administrator any more", unchanged: "was no administrator" },
} as const;

async function main(args: string[]): Promise<number> {
  const role = args.includes("--revoke") ? "user" : "admin";
  const [email, ...more] = args.filter((arg) => arg !== "--revoke");
  if (!email?.includes("@") || email.startsWith("-") || more.length > 0) return fail(USAGE);
  return withBackend(loadSettings(), async (backend) => {
    const client = createClient<Database>(backend.url, backend.secretKey, { auth: withoutSession });
    const { data } = await client.rpc("set_user_role", { p_email: email, p_role: role }).throwOnError();
    if (data === "unknown")
      return fail(`There is no account with the email ${email}. Sign up with it first.`);
    if (data === "ambiguous") return fail(`Several accounts have the email ${email}. None was changed.`);
    console.log(`${email} ${SENTENCES[role][data === "changed" ? "changed" : "unchanged"]}.`);
    return 0;
  });
}

await runCommand(main);

import { BUCKET } from "../../lib/lecture-import/files.ts";
import { type Answer, ask, CATALOGUE_PATH, field } from "./ask.ts";
import { type Finding, fine, wrong } from "./finding.ts";
import { shownAddress, type Target } from "./target.ts";

/** What was found at the address. `mayPass`: a retry may succeed, for example while services are starting. */
type AddressFinding = { finding: Finding; mayPass: boolean };

/** One request for each service, which it answers in JSON whatever the key is. */
const SERVICES = {
  auth: "/auth/v1/settings",
  data: CATALOGUE_PATH,
  storage: `/storage/v1/bucket/${BUCKET}`,
} as const;

/** Whether a Supabase answers at the address: its auth, data and storage services. */
export async function checkAddress(target: Target): Promise<AddressFinding> {
  const misspelt = checkSpelling(target);
  if (misspelt) return { finding: misspelt, mayPass: false };
  const names = Object.keys(SERVICES) as (keyof typeof SERVICES)[];
  const answers = await Promise.all(names.map((name) => ask(target, SERVICES[name], "publishableKey")));
  const faults = names.flatMap((name, index) => {
    const fault = faultOf(answers[index] as Answer);
    return fault ? [{ name, ...fault }] : [];
  });
  const address = shownAddress(target);
  if (faults.length === 0)
    return { finding: fine(`${address} answers: auth, data and storage.`), mayPass: false };
  const isWhole = faults.length === names.length && new Set(faults.map(({ text }) => text)).size === 1;
  const text = isWhole
    ? `${address} ${faults[0]?.text}.`
    : `At ${address}, ${faults.map(({ name, text }) => `${name} ${text}`).join(" and ")}.`;
  const mayPass = faults.every((fault) => fault.mayPass);
  return { finding: wrong(text, mayPass ? remedyOfSilence(target) : remedyOfNonsense(target)), mayPass };
}

function checkSpelling({ url }: Target): Finding | null {
  const { username, password, pathname, hostname } = new URL(url);
  if (username || password)
    return wrong(
      "SUPABASE_URL has a name or password in it.",
      "Leave it out: keys have their own variables.",
    );
  if (/\/(auth|rest|storage)\/v1$/.test(pathname))
    return wrong(
      "SUPABASE_URL ends with the path of one service.",
      `Leave the path out: SUPABASE_URL=${shownAddress({ url }).replace(/\/(auth|rest|storage)\/v1$/, "")}`,
    );
  if (hostname === "supabase.com" || hostname === "app.supabase.com")
    return wrong(
      "SUPABASE_URL is the dashboard's address, not the project's.",
      "Use the project's own: https://<project>.supabase.co (Project Settings › Data API).",
    );
  return null;
}

function faultOf(answer: Answer): { text: string; mayPass: boolean } | null {
  if ("failure" in answer) return { text: `does not answer (${answer.failure})`, mayPass: true };
  const { status, json } = answer;
  if (status === 540) return { text: "is a paused project (answers 540)", mayPass: true };
  if (status >= 500 || status === 429) return { text: `is not ready (answers ${status})`, mayPass: true };
  // These services put an error code into a 404; a gateway without the service, or another program, does not.
  const isNotFound = status === 404 && !field(answer, "code") && !field(answer, "statusCode");
  if (typeof json !== "object" || json === null || isNotFound)
    return { text: `answers, but not as a Supabase does (${status})`, mayPass: false };
  return null;
}

function remedyOfSilence({ dataDir }: Target): string {
  return dataDir
    ? `See backend.log and postgres.log in ${dataDir}, then stop Lectern and start it again.`
    : "Check SUPABASE_URL, the network, and that the project runs (a paused one is restored in the dashboard).";
}

function remedyOfNonsense({ dataDir }: Target): string {
  return dataDir
    ? "Another program answers there. Stop Lectern and start it again."
    : "Check SUPABASE_URL: it is the address of the whole Supabase, such as https://<project>.supabase.co.";
}

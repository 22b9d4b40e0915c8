import { type Answer, ask, CATALOGUE_PATH, field, type Key } from "./ask.ts";
import { type Finding, fine, unknown, wrong } from "./finding.ts";
import { keysPlace, projectOf, shownAddress, type Target } from "./target.ts";

type Place = { key: Key; variable: string; label: string; prefix: string; otherPrefix: string; role: string };

const PLACES: Place[] = [
  {
    key: "publishableKey",
    variable: "SUPABASE_PUBLISHABLE_KEY",
    label: "publishable",
    prefix: "sb_publishable_",
    otherPrefix: "sb_secret_",
    role: "anon",
  },
  {
    key: "secretKey",
    variable: "SUPABASE_SECRET_KEY",
    label: "secret",
    prefix: "sb_secret_",
    otherPrefix: "sb_publishable_",
    role: "service_role",
  },
];

/** Checks that each key is in the right variable, belongs to this project, and is accepted. */
export async function checkKeys(target: Target): Promise<Finding[]> {
  return Promise.all(PLACES.map(async (place) => checkForm(target, place) ?? checkUse(target, place)));
}

/** Checks a key without sending it: new keys by their prefix, older ones by the claims of their token. */
function checkForm(target: Target, place: Place): Finding | null {
  const { variable, prefix, otherPrefix, role, label } = place;
  const key = target[place.key];
  const claims = readClaims(key);
  const remedy = `Set it to the ${label} key, which begins with ${prefix} (${keysPlace(target)}).`;
  if (key.startsWith(otherPrefix) || (claims && claims.role !== role)) {
    const held = otherPrefix === "sb_secret_" ? "a secret key" : "a key that may be published";
    return wrong(`${variable} holds ${held}.`, remedy);
  }
  const project = projectOf(target);
  if (project && typeof claims?.ref === "string" && claims.ref !== project)
    return wrong(`${variable} is of the project ${claims.ref}, SUPABASE_URL of ${project}.`, remedy);
  if (typeof claims?.exp === "number" && claims.exp * 1000 < Date.now())
    return wrong(`${variable} has expired.`, remedy);
  return null;
}

function readClaims(key: string): { role?: unknown; ref?: unknown; exp?: unknown } | null {
  const [, payload, signature] = key.split(".");
  if (!payload || !signature) return null;
  try {
    return JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}

async function checkUse(target: Target, place: Place): Promise<Finding> {
  const { variable, label } = place;
  const answer = await (place.key === "secretKey"
    ? ask(target, "/rest/v1/rpc/applied_migrations", "secretKey", {})
    : ask(target, CATALOGUE_PATH, "publishableKey"));
  if ("failure" in answer || answer.status >= 500)
    return unknown(`The ${label} key cannot be checked: the Supabase stopped answering.`, "Try again.");
  if (isRefusedAsKey(answer))
    return wrong(
      `${target.dataDir ? `The ${label} key of secrets.json` : variable} is not accepted by ${shownAddress(target)}: it is wrong, switched off or of another project.`,
      target.dataDir
        ? "Stop Lectern and start it again."
        : `Copy the ${label} key of this project anew (${keysPlace(target)}).`,
    );
  if (place.key === "secretKey" && field(answer, "code") === "42501")
    return wrong(
      `${variable} is accepted, but not as the service role's.`,
      `Copy the ${label} key of this project anew (${keysPlace(target)}).`,
    );
  return fine(`The ${label} key is accepted.`);
}

/** Whether the key itself was refused. PostgreSQL's errors have the same statuses, but codes of five characters. */
function isRefusedAsKey(answer: Answer): boolean {
  if ("failure" in answer || (answer.status !== 401 && answer.status !== 403)) return false;
  return !/^[0-9A-Z]{5}$/.test(String(field(answer, "code") ?? ""));
}

import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { writeFileAtomic } from "./atomic-file.ts";
import { BackendError } from "./backend-error.ts";

const secretsSchema = z.object({
  postgresPassword: z.string().min(32),
  // This secret signs tokens for any database role, so it is never a constant.
  jwtSecret: z.string().min(32),
  publishableKey: z.string().startsWith("sb_publishable_"),
  secretKey: z.string().startsWith("sb_secret_"),
});

/** The secrets of an installation, created at its first start. */
export type Secrets = z.infer<typeof secretsSchema>;

/**
 * Reads the secrets of an installation, or creates them.
 * @param hasDatabase whether a database exists already, which new secrets could not open
 * @throws {BackendError} if they are missing although there is a database, or cannot be used
 */
export async function loadSecrets(dataDir: string, hasDatabase: boolean): Promise<Secrets> {
  const file = path.join(dataDir, "secrets.json");
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new BackendError(`The secrets of this installation cannot be read: ${error.message}`);
  });
  if (text !== undefined) return parseSecrets(file, text);
  if (hasDatabase) {
    throw new BackendError(
      `${file} is missing, and with it the password of the database. ` +
        "Put back a copy of it, or start with a new data directory.",
    );
  }
  const secrets = generateSecrets();
  await writeSecrets(dataDir, secrets);
  return secrets;
}

export async function writeSecrets(dataDir: string, secrets: Secrets): Promise<void> {
  await writeFileAtomic(path.join(dataDir, "secrets.json"), `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
}

/**
 * Parses the secrets in a text.
 * @param file the file of the text, for the error message
 * @throws {BackendError} if the text is not valid
 */
export function parseSecrets(file: string, text: string): Secrets {
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    // The parser's error quotes the secrets, so it is not included.
    throw new BackendError(
      `${file} is damaged. Put back a copy of it; without it the database of this installation cannot be opened.`,
    );
  }
}

function generateSecrets(): Secrets {
  const random = () => randomBytes(32).toString("base64url");
  return {
    postgresPassword: random(),
    jwtSecret: random(),
    publishableKey: `sb_publishable_${random()}`,
    secretKey: `sb_secret_${random()}`,
  };
}

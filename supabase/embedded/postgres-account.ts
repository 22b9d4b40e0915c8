import { spawnSync } from "node:child_process";
import { BackendError } from "./backend-error.ts";

/** The system account that PostgreSQL runs as. */
export type PostgresAccount = { uid: number; gid: number };

const NAME = "postgres";

/**
 * The account to run PostgreSQL as: undefined for an ordinary user, who runs it under their own account. Under root,
 * where PostgreSQL refuses to start, it is the system's `postgres` account, created if missing.
 * @throws {BackendError} if the account is missing and cannot be created
 */
export function getPostgresAccount(): PostgresAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return findAccount() ?? createAccount();
}

/** Whether the account may access a path, checked by running `test` as that account. */
export function accountCan(account: PostgresAccount, operator: "-x" | "-r" | "-w", file: string): boolean {
  return runAs(account, "test", [operator, file]).status === 0;
}

/** Runs a short command as the account, or as the current user if there is none. */
export function runAs(account: PostgresAccount | undefined, command: string, args: string[]) {
  return spawnSync(command, args, { ...account, cwd: "/", encoding: "utf8", env: postgresEnvironment() });
}

/**
 * The environment of PostgreSQL's programs: English messages, and no PG* variables, which could point them
 * to another server or directory.
 */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(PG|LC_|LANG|NODE_|LECTERN_|SUPABASE_)/.test(name),
  );
  return { ...(Object.fromEntries(kept) as NodeJS.ProcessEnv), LC_ALL: "C" };
}

function findAccount(): PostgresAccount | undefined {
  // It prints "uid=26(postgres) gid=26(postgres) groups=26(postgres)".
  const { stdout } = spawnSync("id", [NAME], { encoding: "utf8" });
  const [, uid, gid] = /^uid=(\d+)\S* gid=(\d+)/.exec(stdout ?? "") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

function createAccount(): PostgresAccount {
  const commands: [string, string[]][] = [
    ["groupadd", ["--system", "--force", NAME]],
    [
      "useradd",
      [
        "--system",
        "--gid",
        NAME,
        "--no-create-home",
        "--home-dir",
        "/nonexistent",
        "--shell",
        "/bin/false",
        NAME,
      ],
    ],
  ];
  for (const [command, args] of commands) {
    const result = spawnSync(command, args, { encoding: "utf8" });
    if (result.status === 0) continue;
    throw new BackendError(
      `PostgreSQL refuses to run as root, and the system account "${NAME}" it would use instead cannot be made: ` +
        `${(result.stderr || result.error?.message) ?? command} Start Lectern as an ordinary user, or make that account.`,
    );
  }
  const account = findAccount();
  if (!account) throw new BackendError(`The system account "${NAME}" was made and cannot be found.`);
  return account;
}

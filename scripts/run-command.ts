import { SettingsError } from "../lib/env.ts";
import { BackendError } from "../supabase/embedded/index.ts";

/** Prints why a command failed, and returns its exit code. */
export function fail(message: string): number {
  console.error(message);
  return 1;
}

/** A command was called with arguments that it cannot use; the message says which. */
export class UsageError extends Error {
  override name = "UsageError";
}

/**
 * Runs a command with its arguments and exits with the code that it resolves to; `--help` only prints how it is used.
 * Prints errors of its arguments, the settings or the backend as their message, and others with their stack.
 */
export async function runCommand(main: (args: string[]) => Promise<number>, usage: string): Promise<void> {
  const args = process.argv.slice(2);
  if (args.some((arg) => arg === "--help" || arg === "-h")) return console.log(usage);
  try {
    process.exitCode = await main(args);
  } catch (error) {
    const isExpected = [UsageError, SettingsError, BackendError].some((kind) => error instanceof kind);
    console.error(isExpected ? (error as Error).message : error);
    process.exitCode = 1;
  }
}

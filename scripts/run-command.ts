import { SettingsError } from "../lib/env.ts";
import { BackendError } from "../supabase/embedded/index.ts";

/** Prints why a command failed, and returns its exit code. */
export function fail(message: string): number {
  console.error(message);
  return 1;
}

/**
 * Runs a command with its arguments and exits with the code that it resolves to. Prints errors of the settings or
 * the backend as their message, and others with their stack.
 */
export async function runCommand(main: (args: string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    const isExpected = error instanceof SettingsError || error instanceof BackendError;
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  }
}

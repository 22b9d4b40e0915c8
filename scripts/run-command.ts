import { SettingsError } from "../lib/env.ts";
import { BackendError } from "../supabase/embedded/index.ts";

/** Says why a command cannot do its work; the exit code to end with. */
export function fail(message: string): number {
  console.error(message);
  return 1;
}

/**
 * Runs a command with the arguments it was given, and ends with the exit code it resolves with. What is wrong
 * with settings or backend is told in a sentence; anything else with where it happened.
 */
export async function runCommand(main: (args: string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    const isForPeople = error instanceof SettingsError || error instanceof BackendError;
    console.error(isForPeople ? error.message : error);
    process.exitCode = 1;
  }
}

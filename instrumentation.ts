/** Runs once when the server starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logUnknownPaths } = await import("./lib/unknown-paths.server.ts");
  logUnknownPaths();
}

/** A start that cannot go on, with a message for the person who started it and no stack. */
export class BackendError extends Error {
  override name = "BackendError";
}

/** The text of anything thrown, for a message. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

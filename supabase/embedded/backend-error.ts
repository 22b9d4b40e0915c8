/** A failed start, with a message for the operator that is printed without a stack. */
export class BackendError extends Error {
  override name = "BackendError";
}

/** The message of a thrown value. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A failed start, with a message for the operator that is printed without a stack. */
export class BackendError extends Error {
  override name = "BackendError";
}

/** The message of a thrown value; of its cause, if it has none itself. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || (error.cause ? reasonOf(error.cause) : error.name);
}

/** Why a file cannot be imported (any further), in words for the person who chose it. */
export type Failure = { ok: false; message: string };

export function failure(message: string): Failure {
  return { ok: false, message };
}

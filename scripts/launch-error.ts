/** A stage of the start that failed, with a message for the operator. */
export class LaunchError extends Error {
  override name = "LaunchError";
}

/** A stage of the start that did not work out, with a message for the person who started it. */
export class LaunchError extends Error {
  override name = "LaunchError";
}

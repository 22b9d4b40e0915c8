import { firstCharacters } from "../first-characters.ts";

/** Messages of API responses that pages also show if a response is missing or has no message. */
export const apiMessages = {
  notSignedIn: "Not authenticated",
  busy: "Too many requests at the moment. Please try again in a minute.",
  unavailable: "The server cannot answer at the moment. Please try again.",
  unreachable: "The server could not be reached. Please try again.",
} as const;

/** Said beside a field that the user has changed, of what another user has saved there meanwhile. */
export function writtenMeanwhile(text: string): string {
  if (text === "") return "Another editor has emptied this meanwhile. Saving puts yours in.";
  const start = firstCharacters(text, 200);
  return `Another editor has written “${start}${start === text ? "" : "…"}” here meanwhile. Saving replaces it.`;
}

/** Messages that only the API sends, in the specification's words if it has any. Not part of the browser bundles. */
export const refusals = {
  notAuthenticated: "User not authenticated",
  adminsOnly: "This is for administrators only",
  editorsOnly: "This is for administrators and editors only",
  consoleOnly: "This is for administrators, editors and viewers only",
  notAllowed: "Not allowed",
  notScheduled: "Nothing is scheduled here: CRON_SECRET is not set",
  otherAccount: "Another account is signed in here now",
  foreignOrigin: "Requests from other sites are not allowed",
  invalidRequest: "The request is not valid",
  diskFull: "The disk of the server is full. Once there is room again, please try again.",
  failed: "Something went wrong. Please try again.",
} as const;

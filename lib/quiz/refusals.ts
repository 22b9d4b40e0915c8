import { jsonError } from "../api/json.ts";
import { quizConsoleMessages } from "./messages.ts";
import type { SaveOutcome } from "./types.ts";

const refusals: Record<Exclude<SaveOutcome, "saved">, () => Response> = {
  "no course": () => jsonError(404, quizConsoleMessages.noCourse),
  gone: () => jsonError(410, quizConsoleMessages.gone),
  changed: () => jsonError(412, quizConsoleMessages.changed),
  twin: () => jsonError(409, quizConsoleMessages.twin),
};

/** The response that says why a question was not saved. */
export const refuseSaving = (outcome: Exclude<SaveOutcome, "saved">): Response => refusals[outcome]();

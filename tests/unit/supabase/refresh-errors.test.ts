import { AuthApiError } from "@supabase/supabase-js";
import { expect, onTestFinished, test } from "vitest";
import { leaveOutRefreshErrors } from "../../../lib/supabase/refresh-errors.ts";

test("the log is without the errors of sessions that cannot be renewed, and has all others", () => {
  const { warn, error } = console;
  onTestFinished(() => {
    Object.assign(console, { warn, error });
  });
  const printed: unknown[][] = [];
  const print = (...values: unknown[]) => void printed.push(values);
  Object.assign(console, { warn: print, error: print });
  leaveOutRefreshErrors();

  const ended = new AuthApiError("Invalid Refresh Token", 400, "refresh_token_not_found");
  console.warn(ended);
  console.error(new AuthApiError("The session was not renewed", 408, "refresh_failed"));
  const others = [
    [new AuthApiError("Error sending mail", 500, "unexpected_failure")],
    [new Error("out of memory"), 2],
    ["A session could not be ended:", ended],
    [],
  ];
  console.error(...(others[0] as unknown[]));
  console.warn(...(others[1] as unknown[]));
  console.error(...(others[2] as unknown[]));
  console.warn(...(others[3] as unknown[]));
  expect(printed).toEqual(others);
});

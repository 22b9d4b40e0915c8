"use client";

import { showToast } from "@/components/ui/toast";
import { apiMessages } from "@/lib/api/messages";
import { TIMEOUT_MS } from "./fetch-with-timeout.client";

/** Whether a part that a click needs has been loaded. If not, the page stays as it is, and a toast says so. */
export async function tryLoad(load: () => Promise<unknown>): Promise<boolean> {
  try {
    await rejectIfSlow(load());
    return true;
  } catch {
    showToast("error", apiMessages.unreachable);
    return false;
  }
}

/** Rejects if the work takes too long. The work continues: a later caller may still get its result. */
export async function rejectIfSlow<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It took too long")), TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}

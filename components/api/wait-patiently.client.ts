"use client";

import { showToast } from "@/components/ui/toast";
import { apiMessages } from "@/lib/api/messages";
import { PATIENCE_MS } from "./patience.client";

/** Whether a part that a click asks for has come. If not, the page stays as it is, and the visitor is told. */
export async function hasCome(load: () => Promise<unknown>): Promise<boolean> {
  try {
    await waitPatiently(load());
    return true;
  } catch {
    showToast("error", apiMessages.unreachable);
    return false;
  }
}

/** Fails where work takes too long; its result may still come, for the next one who waits for it. */
export async function waitPatiently<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It took too long")), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}

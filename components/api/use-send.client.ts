"use client";

import { useState } from "react";
import { showToast } from "@/components/ui/toast";
import { type Failure, type Method, send } from "./calls.client";

/** Sends what a button asks for, one request at a time, and tells of a failure by a toast. */
export function useSend() {
  const [isBusy, setIsBusy] = useState(false);

  /**
   * @param onFailure whether it has dealt with a failure itself; else its message is shown
   * @returns the response's data; null after a failure, and while another request is under way
   */
  async function sendOnce<Data>(
    method: Method,
    path: string,
    body?: object,
    onFailure?: (failure: Failure) => boolean,
  ): Promise<Data | null> {
    if (isBusy) return null;
    setIsBusy(true);
    const result = await send<Data>(method, path, body);
    setIsBusy(false);
    if (result.ok) return result.data;
    if (!onFailure?.(result)) void showToast("error", result.message);
    return null;
  }

  return { send: sendOnce, isBusy };
}

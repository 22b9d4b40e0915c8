"use client";

import { useState } from "react";
import { showToast } from "@/components/ui/toast";
import { type Failure, type Method, send } from "./calls.client";

/** Sends the request of a button, one at a time, and shows a toast on failure. */
export function useSend() {
  const [isBusy, setIsBusy] = useState(false);

  /**
   * @param onFailure returns whether it has handled the failure; if not, the failure's message is shown
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

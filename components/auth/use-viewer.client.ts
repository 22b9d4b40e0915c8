"use client";

import useSWR from "swr";
import { load } from "@/components/api/calls.client";
import { setAccount, usePersonalKey } from "@/components/api/session.client";
import type { Viewer } from "@/lib/auth/types";

export const VIEWER_PATH = "/api/viewer";

/** The SWR response with the signed-in user, retried up to three times; for visitors nothing is requested. */
export function useViewerQuery() {
  const options = { errorRetryCount: 3, errorRetryInterval: 2000, revalidateIfStale: false };
  return useSWR<Viewer>(usePersonalKey(VIEWER_PATH), loadViewer, options);
}

async function loadViewer(key: string): Promise<Viewer> {
  const viewer = await load<Viewer>(key);
  setAccount(key, viewer.id);
  return viewer;
}

/** The signed-in user; undefined while loading, and for visitors, for whom nothing is requested. */
export function useViewer(): Viewer | undefined {
  return useViewerQuery().data;
}

"use client";

import useSWR from "swr";
import { load } from "@/components/api/calls.client";
import { usePersonalKey } from "@/components/api/session.client";
import type { Viewer } from "@/lib/auth/types";

/** The signed-in user; undefined while loading, and for visitors, whose pages ask the server nothing. */
export function useViewer(): Viewer | undefined {
  return useSWR<Viewer>(usePersonalKey("/api/viewer"), load, { shouldRetryOnError: false }).data;
}

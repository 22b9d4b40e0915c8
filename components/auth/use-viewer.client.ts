"use client";

import useSWR from "swr";
import type { Viewer } from "@/lib/auth/types";
import { read } from "./api.client";
import { usePersonalKey } from "./session.client";

/** The signed-in user; undefined while loading, and for visitors, whose pages ask the server nothing. */
export function useViewer(): Viewer | undefined {
  return useSWR<Viewer>(usePersonalKey("/api/viewer"), read, { shouldRetryOnError: false }).data;
}

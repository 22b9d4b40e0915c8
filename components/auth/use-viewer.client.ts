"use client";

import useSWR from "swr";
import type { Viewer } from "@/lib/auth/types";
import { read } from "./api.client";
import { personalKey, useSignedIn } from "./session.client";

/** Who is signed in; undefined while that is asked for, and for visitors, whose page never asks. */
export function useViewer(): Viewer | undefined {
  const isSignedIn = useSignedIn();
  const { data } = useSWR<Viewer>(isSignedIn ? personalKey("/api/viewer") : null, read, {
    shouldRetryOnError: false,
  });
  return isSignedIn ? data : undefined;
}

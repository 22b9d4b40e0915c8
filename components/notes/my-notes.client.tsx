"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { loadWithRetry } from "@/components/api/load-with-retry.client";
import { NotesSkeleton } from "./notes-skeleton";

const List = lazy(() =>
  loadWithRetry(() => import("./notes-list.client").then(({ NotesList }) => ({ default: NotesList }))),
);

const never = () => () => {};

/** All notes. The page is the same for everyone: only the browser loads the notes. */
export function MyNotes() {
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isInBrowser ? (
    <Suspense fallback={<NotesSkeleton />}>
      <List />
    </Suspense>
  ) : (
    <NotesSkeleton />
  );
}

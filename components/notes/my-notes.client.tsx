"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { loadWithRetry } from "@/components/api/load-with-retry.client";

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
    <Suspense fallback={<Placeholder />}>
      <List />
    </Suspense>
  ) : (
    <Placeholder />
  );
}

function Placeholder() {
  return (
    <div aria-hidden="true" className="needs-script mt-6 animate-pulse">
      <div className="h-12 rounded-lg bg-well" />
      <div className="mt-10 h-7 w-1/2 rounded-md bg-well" />
      <div className="mt-5 h-40 rounded-xl bg-well" />
    </div>
  );
}

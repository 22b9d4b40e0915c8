"use client";

import { announcementOf } from "./activity";
import { useImportState } from "./import-state.client";

/** Reads aloud what is going on. It is there before there is something to say, or nobody would hear it. */
export function Announcer() {
  const { activity } = useImportState();
  return (
    <p role="status" className="sr-only">
      {activity ? announcementOf(activity) : null}
    </p>
  );
}

"use client";

import { useState } from "react";

/**
 * Whether something is open, such as a dialog. `What` tells several apart.
 *
 * `close` closes what was open when it was rendered, and nothing that was opened since: the response to a request of a
 * dialog that was cancelled may arrive while another one is open.
 */
export function useOpening<What = true>(initial?: What) {
  const [opening, setOpening] = useState<{ what: What } | undefined>(
    initial === undefined ? undefined : { what: initial },
  );
  return {
    /** What is open; undefined if nothing is. */
    opened: opening?.what,
    open: (what: What) => setOpening({ what }),
    close: () => setOpening((latest) => (latest === opening ? undefined : latest)),
  };
}

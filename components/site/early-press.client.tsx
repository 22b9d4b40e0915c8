"use client";

import { useEffect, useLayoutEffect } from "react";
import { ATTACHED, READY } from "@/lib/early-press";

/** Says when the page handles presses. The last component of the layout, so that the effects of the others have run. */
export function EarlyPress() {
  useLayoutEffect(() => void dispatchEvent(new Event(ATTACHED)), []);
  useEffect(() => void dispatchEvent(new Event(READY)), []);
  return null;
}

"use client";

import { useEffect, useRef } from "react";

/**
 * Returns a function that tells whether the component is still there. A response that arrives after the user has gone
 * on to another page must not lead them away from it.
 */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}

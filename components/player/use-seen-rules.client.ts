"use client";

import { useEffect } from "react";

/** For the thumbnails that match `selector`: the watched share, from 0 to 1, and the same in words. */
type SeenRule = { selector: string; share: number; text: string };

/**
 * Shows on thumbnails how much was watched. One style sheet serves all of them, so that a page needs no script or
 * class name for each; `text` is the alternative text of the bar.
 */
export function useSeenRules(rules: readonly SeenRule[]): void {
  const text = rules
    .filter(({ share }) => share > 0)
    .map(
      ({ selector, share, text }) =>
        `${selector}{--seen:${Number(Math.min(1, share).toFixed(3))}}${selector}::after{content:""/"${CSS.escape(text)}"}`,
    )
    .join("");
  useEffect(() => {
    if (text === "") return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [text]);
}

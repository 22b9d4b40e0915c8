"use client";

import { useEffect } from "react";

/** `share`, from 0 to 1, of what the thumbnails of a `selector` stand for, and the same in words. */
type SeenRule = { selector: string; share: number; text: string };

/**
 * Shows on thumbnails how much was seen. One style sheet does it for all of them, so that no page carries a script or a
 * name for each; the words are the alternative text of the bar.
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

import type { Page } from "@playwright/test";

/** The sign that a page is shown: an element in view, with this text. */
export type Sign = { selector: string; text: string };

const WATCHED = "bench.sign";
const PRESSED = "bench.pressed";
const SHOWN = "bench.shown";

/**
 * Makes every document that is opened in this tab record when a key or pointer was pressed and when the expected sign
 * was painted. The times are in the tab's session storage, which a new document can read too.
 */
export async function installStopwatch(page: Page): Promise<void> {
  await page.addInitScript(
    ([watched, pressed, shown]) => {
      const now = () => performance.timeOrigin + performance.now();
      const isInView = () => {
        const sign: Sign | null = JSON.parse(sessionStorage.getItem(watched) ?? "null");
        const element = sign && document.querySelector(sign.selector);
        if (element?.textContent?.trim() !== sign?.text || !element?.checkVisibility()) return false;
        const { top, bottom } = element.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      };
      const look = () => {
        if (!isInView()) return;
        sessionStorage.removeItem(watched);
        // A message that is sent in an animation frame callback arrives after that frame has been painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => sessionStorage.setItem(shown, String(now()));
        requestAnimationFrame(() => port2.postMessage(null));
      };
      const options = { subtree: true, childList: true, characterData: true, attributeFilter: ["hidden"] };
      new MutationObserver(look).observe(document, options);
      for (const type of ["pointerdown", "keydown"]) {
        addEventListener(
          type,
          ({ timeStamp }) => sessionStorage.setItem(pressed, String(performance.timeOrigin + timeStamp)),
          true,
        );
      }
    },
    [WATCHED, PRESSED, SHOWN] as const,
  );
}

/** Milliseconds from the press, which is the last action of `act`, to the sign. */
export async function time(page: Page, sign: Sign, act: () => Promise<void>): Promise<number> {
  await page.evaluate(
    ([watched, shown, text]) => {
      sessionStorage.removeItem(shown);
      sessionStorage.setItem(watched, text);
    },
    [WATCHED, SHOWN, JSON.stringify(sign)] as const,
  );
  await act();
  const shown = await page.waitForFunction((key) => sessionStorage.getItem(key), SHOWN);
  const pressed = await page.evaluate((key) => sessionStorage.getItem(key), PRESSED);
  return Number(await shown.jsonValue()) - Number(pressed);
}

import { hasSessionFlag, SESSION_FLAG } from "../session-flag.ts";
import { DEVICE_PLACES } from "./storage.ts";

// The cached home page, the same for everyone, begins with the courses to continue. `data-watching` on the document,
// set before the first paint, reserves space for them.

/** The storage key for who had nothing to continue when the home page was last shown: "account" or "device". */
const NOTHING_TO_CONTINUE = "lectern:nothing-to-continue:v1";

/** A script for the page's head that does the same as `reserveSpace`. Runs after `markSignedIn`. */
export const markWatching =
  `try{const l=localStorage,n=l.getItem("${NOTHING_TO_CONTINUE}");` +
  `if(document.cookie.split("; ").includes("${SESSION_FLAG}=1")?n!="account":n!="device"&&/"about"/.test(l.getItem("${DEVICE_PLACES}")))` +
  `document.documentElement.dataset.watching=""}catch{}`;

/** Reserves space on the current page if there may be courses to continue. Returns whether it does. */
export function reserveSpace(): boolean {
  let hasRoom = false;
  try {
    const hadNothing = localStorage.getItem(NOTHING_TO_CONTINUE);
    hasRoom = hasSessionFlag(document.cookie)
      ? hadNothing !== "account"
      : hadNothing !== "device" && (localStorage.getItem(DEVICE_PLACES)?.includes('"about"') ?? false);
  } catch {
    // Storage is not available, so no space is reserved.
  }
  document.documentElement.toggleAttribute("data-watching", hasRoom);
  return hasRoom;
}

/** Stores whether there is anything to continue, for the next view of the home page. */
export function rememberContinuing(owner: "account" | "device", hasAny: boolean): void {
  try {
    if (hasAny) localStorage.removeItem(NOTHING_TO_CONTINUE);
    else localStorage.setItem(NOTHING_TO_CONTINUE, owner);
  } catch {
    // Storage is not available; the previous decision remains.
  }
}

/** Called at the end of a session: the next account in this browser may have something to continue. */
export const forgetContinuing = () => rememberContinuing("account", true);

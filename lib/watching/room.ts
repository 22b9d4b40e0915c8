import { hasSessionFlag, SESSION_FLAG } from "../session-flag.ts";
import { DEVICE_PLACES } from "./storage.ts";

// The home page of everybody opens with what the learner or visitor was doing. Whether it keeps room for that is told by
// `data-watching` on the document, before anything is painted.

/** Who had nothing to go on with when the home page was shown last in this browser: "account" or "device". */
const NOTHING_TO_CONTINUE = "lectern:nothing-to-continue:v1";

/** A script for the page's head, which does as `keepRoom`. Runs after `markSignedIn`. */
export const markWatching =
  `try{const l=localStorage,n=l.getItem("${NOTHING_TO_CONTINUE}");` +
  `if(document.cookie.split("; ").includes("${SESSION_FLAG}=1")?n!="account":n!="device"&&/"about"/.test(l.getItem("${DEVICE_PLACES}")))` +
  `document.documentElement.dataset.watching=""}catch{}`;

/** Keeps room on the page that is shown, or not. Returns whether it does. */
export function keepRoom(): boolean {
  let hasRoom = false;
  try {
    const hadNothing = localStorage.getItem(NOTHING_TO_CONTINUE);
    hasRoom = hasSessionFlag(document.cookie)
      ? hadNothing !== "account"
      : hadNothing !== "device" && (localStorage.getItem(DEVICE_PLACES)?.includes('"about"') ?? false);
  } catch {
    // There is no storage, and nothing in it.
  }
  document.documentElement.toggleAttribute("data-watching", hasRoom);
  return hasRoom;
}

/** Remembers whether there is anything to go on with, for the next home page. */
export function rememberContinuing(owner: "account" | "device", hasAny: boolean): void {
  try {
    if (hasAny) localStorage.removeItem(NOTHING_TO_CONTINUE);
    else localStorage.setItem(NOTHING_TO_CONTINUE, owner);
  } catch {
    // Room is kept, or not, as it was.
  }
}

/** For the end of a session: nothing is known of the next account of this browser. */
export const forgetContinuing = () => rememberContinuing("account", true);

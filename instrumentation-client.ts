import { keepPage } from "./components/api/keep-page.client";
import { beforeSignOut } from "./components/api/senders.client";
import { ignoreSecondClicks } from "./components/ui/second-clicks.client";

// Next runs this before any other script of ours, and before React listens to the page.
ignoreSecondClicks();
beforeSignOut(async () => (await import("./components/player/send-waiting.client")).sendWaiting());
// In development, a response may be slow because the page is compiling.
if (process.env.NODE_ENV === "production") keepPage();

import { keepPage } from "./components/api/keep-page.client";
import { beforeSignOut } from "./components/api/senders.client";
import { getAccountId, whenAccountIsKnown } from "./components/api/session.client";
import { ignoreSecondClicks } from "./components/ui/second-clicks.client";
import { UNSENT_NOTES } from "./lib/notes/storage";
import { hasEntriesOf } from "./lib/stored-entries";
import { UNSENT } from "./lib/watching/storage";

// Next runs this before any other script of ours, and before React listens to the page.
ignoreSecondClicks();
const sendWaiting = async () => (await import("./components/player/send-waiting.client")).sendWaiting();
beforeSignOut(sendWaiting);
// What an earlier page could not send is sent from any page.
const sendIfWaiting = () => {
  const isWaiting = [UNSENT_NOTES, UNSENT].some((key) => hasEntriesOf(getAccountId(), key));
  if (isWaiting) void sendWaiting();
};
whenAccountIsKnown(sendIfWaiting);
addEventListener("online", sendIfWaiting);
// In development, a response may be slow because the page is compiling.
if (process.env.NODE_ENV === "production") keepPage();

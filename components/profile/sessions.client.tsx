"use client";

import { useRef, useState } from "react";
import { send } from "@/components/api/calls.client";
import { useSignOut } from "@/components/auth/use-sign-out.client";
import { buttonClasses } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { authMessages } from "@/lib/auth/messages";
import type { OwnSession } from "@/lib/auth/types";
import { AccountSection } from "./account-section";
import { SessionItem } from "./session-item";

/** How many sessions are shown until the user asks for the others. */
const SHOWN = 5;

type SessionsProps = { sessions: readonly OwnSession[]; onEnd: () => void };

/** Where the user is signed in, with buttons that end one session or all. */
export function Sessions({ sessions, onEnd }: SessionsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const [ending, setEnding] = useState<string>();
  const { signOut, question } = useSignOut();
  const list = useRef<HTMLUListElement>(null);
  /** For actions that remove the button that has the focus. */
  const keepFocus = () => list.current?.focus();
  const end = async ({ id }: OwnSession) => {
    if (ending) return;
    setEnding(id);
    const result = await send("DELETE", `/api/auth/sessions/${id}`);
    setEnding(undefined);
    // A session that is gone already counts as ended.
    const isEnded = result.ok || result.status === 404;
    showToast(isEnded ? "success" : "error", isEnded ? authMessages.sessionEndedElsewhere : result.message);
    if (isEnded) keepFocus();
    onEnd();
  };
  const shown = showsAll ? sessions : sessions.slice(0, SHOWN);
  const more = sessions.length - shown.length;
  return (
    <AccountSection
      title="Sessions"
      text="Where you are signed in. Sign out where it is not you, and set a new password."
    >
      <ul ref={list} tabIndex={-1} aria-label="Sessions" className="-my-4 divide-y divide-line outline-none">
        {shown.map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            isEnding={session.id === ending}
            onEnd={() => void end(session)}
          />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3 border-t border-line pt-5">
        {more > 0 ? (
          <button
            type="button"
            onClick={() => {
              setShowsAll(true);
              keepFocus();
            }}
            className={buttonClasses("outline")}
          >
            Show {more} more
          </button>
        ) : null}
        <button type="button" onClick={() => void signOut()} className={buttonClasses("outline")}>
          Sign out everywhere
        </button>
        {question}
      </div>
    </AccountSection>
  );
}

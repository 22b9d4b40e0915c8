"use client";

import { MailCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { send } from "@/components/api/calls.client";
import { buttonClasses } from "@/components/ui/button";
import { EmailAddress } from "@/components/ui/email-address";
import { showToast } from "@/components/ui/toast";
import { authMessages } from "@/lib/auth/messages";
import { useCountdown } from "./use-countdown.client";

type CheckInboxProps = { email: string; waitSeconds: number; onBack: () => void };

/** The last step of a sign-up: opening the link in a mail, which can be sent again after `waitSeconds`. */
export function CheckInbox({ email, waitSeconds, onBack }: CheckInboxProps) {
  const [secondsLeft, startCountdown] = useCountdown(waitSeconds);
  const [isSending, setIsSending] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone; screen readers continue here.
  useEffect(() => heading.current?.focus(), []);

  const sendAgain = async () => {
    if (isSending || secondsLeft > 0) return;
    setIsSending(true);
    const result = await send<{ waitSeconds: number }>("POST", "/api/auth/resend", { email });
    setIsSending(false);
    startCountdown((result.ok ? result.data.waitSeconds : result.retryAfter) ?? 0);
    showToast(result.ok ? "success" : "error", result.ok ? authMessages.mailSent : result.message);
  };
  return (
    <section className="flex flex-col gap-4 text-center">
      <MailCheck aria-hidden="true" className="mx-auto size-12 text-board" strokeWidth={1.25} />
      <h2 ref={heading} tabIndex={-1} className="font-serif text-xl font-semibold outline-none">
        Check your inbox
      </h2>
      <p>
        We have sent a mail to{" "}
        <strong className="break-words">
          <EmailAddress address={email} />
        </strong>
        . Please open the link in it.
      </p>
      <p className="text-sm text-quiet">No mail after a few minutes? Please look in your spam folder, too.</p>
      <button
        type="button"
        // Not `disabled`, which would take the focus away.
        aria-disabled={isSending || secondsLeft > 0}
        onClick={() => void sendAgain()}
        className={buttonClasses("solid", "h-12 w-full tabular-nums")}
      >
        {secondsLeft > 0 ? `Send it again in ${secondsLeft} s` : "Send it again"}
      </button>
      <button type="button" onClick={onBack} className={buttonClasses("outline", "w-full")}>
        Back to login
      </button>
    </section>
  );
}

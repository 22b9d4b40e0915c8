"use client";

import { useEffect, useRef } from "react";
import { buttonClasses } from "@/components/ui/button";
import { authMessages } from "@/lib/auth/messages";

/** What to do about a forgotten password if the site sends no mail. */
export function RecoverByAdministrator({ onBack }: { onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone; screen readers continue here.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="flex flex-col gap-5">
      <h2 ref={heading} tabIndex={-1} className="font-serif text-xl font-semibold outline-none">
        Forgot password
      </h2>
      <p>{authMessages.noMail}</p>
      <button type="button" onClick={onBack} className={buttonClasses("outline", "w-full")}>
        Back to login
      </button>
    </section>
  );
}

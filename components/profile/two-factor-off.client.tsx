"use client";

import { ShieldOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSend } from "@/components/api/use-send.client";
import { buttonClasses } from "@/components/ui/button";
import type { NewFactor } from "@/lib/auth/types";
import { SetUpTwoFactor } from "./set-up-two-factor.client";

type TwoFactorOffProps = { email: string; onBegin: () => void };

/** Shown while the second factor is off; sets one up. */
export function TwoFactorOff({ email, onBegin }: TwoFactorOffProps) {
  /** Null once the setup was cancelled. */
  const [factor, setFactor] = useState<NewFactor | null>();
  const opener = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    if (factor === null) opener.current?.focus();
  }, [factor]);
  const { send, isBusy } = useSend();
  const begin = async () => {
    const begun = await send<NewFactor>("POST", "/api/auth/two-factor");
    if (begun) setFactor(begun);
  };
  if (factor) {
    return (
      <SetUpTwoFactor email={email} factor={factor} onSuccess={onBegin} onCancel={() => setFactor(null)} />
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="flex items-center gap-2 text-quiet">
        <ShieldOff aria-hidden="true" className="size-5" />
        Off: your password alone opens the console.
      </p>
      <button
        ref={opener}
        type="button"
        aria-disabled={isBusy}
        onClick={() => void begin()}
        className={buttonClasses("outline")}
      >
        Turn on
      </button>
    </div>
  );
}

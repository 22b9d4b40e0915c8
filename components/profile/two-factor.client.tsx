"use client";

import { type ReactNode, useEffect, useRef } from "react";
import useSWR from "swr";
import { load } from "@/components/api/calls.client";
import { usePersonalKey } from "@/components/api/session.client";
import { buttonClasses } from "@/components/ui/button";
import { focusMain } from "@/components/ui/focus-main";
import { TryAgain } from "@/components/ui/try-again.client";
import type { TwoFactor as State } from "@/lib/auth/types";
import { AccountSection } from "./account-section";
import { TwoFactorOff } from "./two-factor-off.client";
import { TwoFactorOn } from "./two-factor-on.client";

/** Whether the account has a second factor. It is read only if it is wanted. */
export function useTwoFactor(isWanted = true) {
  const key = usePersonalKey("/api/auth/two-factor");
  return useSWR<State>(isWanted ? key : null, load, { shouldRetryOnError: false });
}

type TwoFactorProps = { email: string; isForConsole: boolean; onChange: () => void };

/**
 * The second factor of a console user, or of a former one: whether it is on, and forms to turn it on, which ends other
 * sessions, or off.
 * @param props.isForConsole whether the account has a role in the console, without which it is not turned on
 */
export function TwoFactor({ email, isForConsole, onChange }: TwoFactorProps) {
  const { data, error, mutate } = useTwoFactor();
  const place = useRef<HTMLDivElement>(null);
  const hasChanged = useRef(false);
  // The form that had the focus is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when it is turned on or off
  useEffect(() => {
    if (!hasChanged.current) return;
    const button = place.current?.querySelector("button");
    if (button) button.focus();
    else focusMain();
  }, [data?.isOn]);
  const change = (isOn: boolean) => {
    hasChanged.current = true;
    void mutate({ isAvailable: true, isOn }, { revalidate: false });
    onChange();
  };
  if (error && !data) {
    return (
      <Section>
        <div role="alert" className="flex flex-wrap items-center justify-between gap-4">
          <p>Whether it is on could not be read.</p>
          <TryAgain look={buttonClasses("outline")} onPress={() => void mutate()} />
        </div>
      </Section>
    );
  }
  if (!data) {
    return (
      <Section>
        <p role="status" className="h-11 animate-pulse rounded-lg bg-well">
          <span className="sr-only">Loading</span>
        </p>
      </Section>
    );
  }
  return (
    <Section>
      <div ref={place}>
        {!data.isAvailable ? (
          <Unavailable />
        ) : data.isOn ? (
          <TwoFactorOn email={email} onEnd={() => change(false)} />
        ) : !isForConsole ? (
          <p className="text-quiet">Off</p>
        ) : (
          <TwoFactorOff email={email} onBegin={() => change(true)} />
        )}
      </div>
    </Section>
  );
}

function Section({ children }: { children: ReactNode }) {
  return (
    <AccountSection
      title="Two-factor sign-in"
      text="Logging in takes a code of an app on your phone, too. A password alone then opens no console."
    >
      {children}
    </AccountSection>
  );
}

function Unavailable() {
  return (
    <p className="text-quiet">
      This installation has no two-factor sign-in: its embedded backend does not offer it. A hosted or
      self-hosted Supabase does.
    </p>
  );
}

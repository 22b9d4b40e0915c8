"use client";

import useSWR from "swr";
import { load } from "@/components/api/calls.client";
import { usePersonalKey } from "@/components/api/session.client";
import { useViewer } from "@/components/auth/use-viewer.client";
import type { OwnAccount } from "@/lib/auth/types";
import { DisplayName } from "./display-name.client";
import { Email } from "./email.client";
import { Password } from "./password.client";
import { ProfileContent } from "./profile-content.client";
import { Sessions } from "./sessions.client";
import { TwoFactor, useTwoFactor } from "./two-factor.client";
import { Watching } from "./watching.client";

/** The profile of a signed-in user: the account itself. */
export function Account({ isMailSent }: { isMailSent: boolean }) {
  const account = useSWR<OwnAccount>(usePersonalKey("/api/auth/account"), load, {
    shouldRetryOnError: false,
  });
  const { data, error, mutate } = account;
  const isForConsole = (useViewer()?.role ?? "user") !== "user";
  const factor = useTwoFactor(isForConsole);
  // The sections beneath that of the second factor would move if it came later.
  const isReading = isForConsole && !factor.data && !factor.error;
  return (
    <ProfileContent reading={{ data: isReading ? undefined : data, error, mutate }}>
      {(own, viewer) => (
        <div className="flex flex-col gap-10">
          <DisplayName
            userId={viewer.id}
            displayName={own.displayName}
            onChange={(displayName) => void mutate({ ...own, displayName }, { revalidate: false })}
          />
          <Email userId={viewer.id} email={viewer.email} isMailSent={isMailSent} />
          <Password email={viewer.email} onChange={() => void mutate()} />
          {isForConsole || own.hasGivenCode ? (
            <TwoFactor email={viewer.email} isForConsole={isForConsole} onChange={() => void mutate()} />
          ) : null}
          <Watching />
          <Sessions sessions={own.sessions} onEnd={() => void mutate()} />
        </div>
      )}
    </ProfileContent>
  );
}

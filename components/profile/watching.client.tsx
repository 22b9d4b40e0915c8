"use client";

import { useState } from "react";
import { mutate } from "swr";
import { send } from "@/components/api/calls.client";
import { getAccountId } from "@/components/api/session.client";
import { devicePlaces } from "@/components/player/device-places.client";
import { keepSettings, readSettings, type WatchingSettings } from "@/components/player/settings.client";
import { buttonClasses } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.client";
import { DialogTrigger } from "@/components/ui/dialog-trigger.client";
import { RadioOptions } from "@/components/ui/radio-options";
import { showToast } from "@/components/ui/toast";
import { forgetEntriesOf } from "@/lib/stored-entries";
import { watchingMessages } from "@/lib/watching/messages";
import { UNSENT } from "@/lib/watching/storage";
import { AccountSection } from "./account-section";

const memories: { value: WatchingSettings["memory"]; label: string }[] = [
  { value: "account", label: "In my account" },
  { value: "device", label: "On this device" },
  { value: "none", label: "Not at all" },
];

/** How a learner's watching is remembered, and the button that deletes all of it. */
export function Watching() {
  const [settings, setSettings] = useState(readSettings);
  const [isForgetting, setIsForgetting] = useState(false);
  const change = (part: Partial<WatchingSettings>) => {
    const changed = { ...settings, ...part };
    setSettings(changed);
    if (!keepSettings(changed)) showToast("error", watchingMessages.notKept);
  };
  const forget = async (onForgotten: () => void) => {
    if (isForgetting) return;
    setIsForgetting(true);
    const outcome = await send("DELETE", "/api/watching");
    setIsForgetting(false);
    if (!outcome.ok) return showToast("error", watchingMessages.forgetFailed);
    onForgotten();
    forgetEntriesOf(getAccountId(), UNSENT);
    devicePlaces.clear();
    // The progress of every course has changed.
    void mutate((key) => typeof key === "string" && /^\/api\/(progress|continue|learning)/.test(key));
    showToast("success", watchingMessages.forgotten);
  };
  return (
    <AccountSection
      title="Watching"
      text="Where you are in lectures, and which parts you have seen. The first two hold for this browser."
    >
      <fieldset>
        <legend className="text-sm font-semibold">Remember my place</legend>
        <div className="mt-1 flex flex-wrap gap-x-6">
          <RadioOptions
            value={settings.memory}
            options={memories}
            onChange={(memory) => change({ memory })}
          />
        </div>
      </fieldset>
      <label className="mt-2 flex min-h-11 items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={settings.completes}
          onChange={(event) => change({ completes: event.target.checked })}
          className="size-5 accent-board"
        />
        Complete lectures I have watched
      </label>
      <div className="mt-4 border-t border-line pt-5">
        <DialogTrigger
          className={buttonClasses("outline")}
          dialog={(open) => (
            <ConfirmDialog
              {...open}
              title="Forget everything watched?"
              label="Forget it"
              cancelLabel="Keep it"
              isCautious
              isBusy={isForgetting}
              onConfirm={() => void forget(open.onClose)}
            >
              <p>
                Your place in every lecture is forgotten, and which parts you have seen, in your account and
                on this device. This cannot be taken back.
              </p>
            </ConfirmDialog>
          )}
        >
          Forget everything watched
        </DialogTrigger>
        <p className="mt-2 text-sm text-quiet">Lectures that you have completed stay completed.</p>
      </div>
    </AccountSection>
  );
}

"use client";

import { useEffect, useState } from "react";
import { keep, readKept } from "@/components/api/kept.client";
import { useViewer } from "@/components/auth/use-viewer.client";
import { buttonClasses } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { watchingMessages } from "@/lib/watching/messages";
import { addAll, sendUnsent, showSaved } from "./account-beats.client";
import { devicePlaces } from "./device-places.client";

const LATER = "watching-later";

/**
 * Asks a learner after sign-in whether the places on this device are to be added to the account: another person may have
 * watched here. They stay on the device until the learner answers.
 */
export function DeviceQuestion() {
  const owner = useViewer()?.id;
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (readKept(LATER) !== true) setCount(Object.keys(devicePlaces.read()).length);
  }, []);
  if (!owner || count === 0) return null;
  const add = async () => {
    setCount(0);
    addAll(owner, devicePlaces.read());
    devicePlaces.clear();
    const onSaved = showSaved;
    const isSaved = await sendUnsent({ owner, onSaved }, { isUrgent: true });
    showToast(isSaved ? "success" : "info", isSaved ? watchingMessages.added : watchingMessages.addedLater);
  };
  const forget = () => {
    setCount(0);
    devicePlaces.clear();
    showToast("success", watchingMessages.forgotten);
  };
  const later = () => {
    setCount(0);
    keep(LATER, true);
  };
  return (
    <section
      aria-label="Watched on this device"
      className="fixed inset-x-3 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-30 rounded-2xl border border-line bg-card p-4 shadow-2xl sm:right-auto sm:w-[26rem] sm:p-5 md:bottom-6 md:left-6"
    >
      <p className="font-semibold">
        This device remembers {count} {count === 1 ? "lecture" : "lectures"}. Add them to your account?
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="button" onClick={() => void add()} className={buttonClasses("solid")}>
          Add
        </button>
        <button type="button" onClick={forget} className={buttonClasses("outline")}>
          Not mine, forget them
        </button>
        <button type="button" onClick={later} className={buttonClasses("outline")}>
          Later
        </button>
      </div>
    </section>
  );
}

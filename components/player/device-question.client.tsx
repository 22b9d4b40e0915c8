"use client";

import { type ReactNode, useEffect, useState } from "react";
import { mutate } from "swr";
import { keep, readKept } from "@/components/api/kept.client";
import { personalKey } from "@/components/api/session.client";
import { useViewer } from "@/components/auth/use-viewer.client";
import { addDeviceNotes, deviceNotes } from "@/components/notes/stored-notes.client";
import { buttonClasses } from "@/components/ui/button";
import { focusMain } from "@/components/ui/focus-main";
import { showToast } from "@/components/ui/toast";
import { countOf } from "@/lib/catalogue/display";
import { CONTINUE_PATH } from "@/lib/watching/continue";
import { watchingMessages } from "@/lib/watching/messages";
import { addAll, sendUnsent, showSaved } from "./account-beats.client";
import { devicePlaces } from "./device-places.client";
import { readSettings } from "./settings.client";

const LATER = "watching-later";

const nothing = { lectures: 0, notes: 0 };

/**
 * Asks a learner after sign-in whether the places and notes on this device are to be added to the account: another person
 * may have watched here. They stay on the device until the learner answers.
 */
export function DeviceQuestion() {
  const owner = useViewer()?.id;
  const [held, setHeld] = useState(nothing);
  useEffect(() => {
    if (readKept(LATER) === true) return;
    const count = (record: { read(): object }) => Object.keys(record.read()).length;
    // Learners who keep places on this device are asked about notes only.
    const asksForPlaces = readSettings().memory !== "device";
    setHeld({ lectures: asksForPlaces ? count(devicePlaces) : 0, notes: count(deviceNotes) });
  }, []);
  const words = [
    held.lectures && countOf(held.lectures, "lecture"),
    held.notes && countOf(held.notes, "note"),
  ]
    .filter(Boolean)
    .join(" and ");
  if (!owner || !words) return <Announced />;
  const them = held.lectures + held.notes === 1 ? "it" : "them";
  const leave = () => {
    setHeld(nothing);
    focusMain();
  };
  const add = async () => {
    leave();
    const areStored = !held.lectures || addAll(owner, devicePlaces.read());
    if (held.lectures && areStored) devicePlaces.clear();
    const onSaved = showSaved;
    const arriving = [sendUnsent({ owner, onSaved }, { isUrgent: true }), addDeviceNotes(owner)];
    const [haveArrived, ...others] = await Promise.all(arriving);
    void mutate(personalKey(CONTINUE_PATH));
    // On a full device they are where they were until the server has them.
    if (haveArrived && !areStored) devicePlaces.clear();
    const isSaved = haveArrived && others.every(Boolean);
    showToast(isSaved ? "success" : "info", isSaved ? watchingMessages.added : watchingMessages.addedLater);
  };
  const forget = () => {
    leave();
    const [places, notes] = [held.lectures ? devicePlaces.read() : {}, deviceNotes.read()];
    if (held.lectures) devicePlaces.clear();
    deviceNotes.clear();
    const undo = () => {
      devicePlaces.setAll(places);
      deviceNotes.setAll(notes);
      setHeld(held);
    };
    void showToast("success", watchingMessages.forgotten, undefined, { label: "Undo", onClick: undo });
  };
  const later = () => {
    leave();
    keep(LATER, true);
  };
  return (
    <Announced>
      <section
        aria-label="Watched on this device"
        className="fixed inset-x-3 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-30 max-h-[calc(100dvh-5.5rem)] overflow-y-auto short:bottom-3 short:max-h-[calc(100dvh-1.5rem)] rounded-2xl border border-line bg-card p-4 shadow-2xl sm:right-auto sm:w-[26rem] sm:p-5 md:bottom-6 md:left-6"
      >
        <p className="font-semibold">
          This device remembers {words}. Add {them} to your account?
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <button type="button" onClick={() => void add()} className={buttonClasses("solid")}>
            Add
          </button>
          <button type="button" onClick={forget} className={buttonClasses("outline")}>
            Not mine, forget {them}
          </button>
          <button type="button" onClick={later} className={buttonClasses("outline")}>
            Later
          </button>
        </div>
      </section>
    </Announced>
  );
}

/** Screen readers read what appears in it; it has to be there before. */
function Announced({ children }: { children?: ReactNode }) {
  return <div aria-live="polite">{children}</div>;
}

"use client";
// On every page, and rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { type ComponentType, useEffect, useState } from "react";
import { offerPlace, type Toast } from "./toast";
import { toastActionClasses, toastClasses } from "./toast-classes";
import { durationOf } from "./toast-duration";

/** Where `showToast` shows its toasts. */
export function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType>();
  const [plain, setPlain] = useState<Toast>();
  useEffect(() => {
    const mount = (toaster: ComponentType) => {
      setToaster(() => toaster);
      setPlain(undefined);
    };
    return offerPlace({ mount, showPlainly: setPlain });
  }, []);
  useEffect(() => {
    if (!plain) return;
    const timer = setTimeout(() => setPlain(undefined), durationOf(plain));
    return () => clearTimeout(timer);
  }, [plain]);
  return (
    <>
      {Toaster ? <Toaster /> : null}
      {/* A live region must be in the document before its text changes, or screen readers stay silent. */}
      <div
        role="status"
        className="fixed inset-x-4 top-4 z-50 md:top-auto md:right-6 md:bottom-6 md:left-auto"
      >
        {plain ? (
          <div data-plain-toast="" className={`${toastClasses(plain.kind)} md:w-[356px]`}>
            <div className="before-link">
              {plain.message}
              {plain.description ? <p className="font-normal text-quiet">{plain.description}</p> : null}
            </div>
            {plain.action ? (
              <button
                type="button"
                className={toastActionClasses}
                onClick={() => {
                  plain.action?.onClick();
                  setPlain(undefined);
                }}
              >
                {plain.action.label}
              </button>
            ) : null}
          </div>
        ) : null}
      </div>
    </>
  );
}

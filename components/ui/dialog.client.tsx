"use client";

import * as RadixDialog from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";

/** The properties that connect a dialog with the element that opens it. */
export type OpenDialog = {
  onClose: () => void;
  /** Gets the focus back on closing. */
  opener: RefObject<HTMLElement | null>;
};

type DialogProps = OpenDialog & {
  title: string;
  /** Gets the focus on opening. */
  initialFocus: RefObject<HTMLElement | null>;
  /** Whether what is typed in it is there again when it is opened the next time. */
  keepsText?: boolean;
  children: ReactNode;
};

/** A modal dialog that is open as long as it is mounted. */
export function Dialog({ title, onClose, opener, initialFocus, keepsText = false, children }: DialogProps) {
  const height = useVisibleHeight();
  const isTypedIn = useRef(false);
  return (
    <RadixDialog.Root open onOpenChange={(open) => open || onClose()}>
      <RadixDialog.Portal>
        {/* As high as the screen above a phone's keyboard; the dialog scrolls as a whole, below the place of a toast. */}
        <RadixDialog.Overlay
          className="fixed inset-x-0 top-0 z-40 grid h-dvh grid-cols-1 items-start justify-items-center overflow-y-auto overscroll-contain bg-black/50 p-[min(0.75rem,3vw)] pt-20 short:pt-3 sm:pt-[12dvh]"
          style={{ height }}
        >
          <RadixDialog.Content
            aria-describedby={undefined}
            className="w-full max-w-lg rounded-2xl border border-line bg-paper p-[min(1.25rem,6vw)] shadow-2xl sm:p-7"
            onEscapeKeyDown={(event) => {
              // The first Escape closes an open list inside the dialog, or ends what an input method composes.
              const closesList =
                event.target instanceof Element && event.target.matches("[aria-expanded=true]");
              if (closesList || event.isComposing) event.preventDefault();
            }}
            onPointerDownOutside={(event) => {
              // Dismissing a toast does not close the dialog, and a slip beside it does not discard what was typed.
              const isToast =
                event.target instanceof Element && event.target.closest("[data-sonner-toaster]");
              if (isToast || isTypedIn.current) event.preventDefault();
            }}
            onInput={() => {
              isTypedIn.current = !keepsText;
            }}
            onOpenAutoFocus={(event) => {
              event.preventDefault();
              initialFocus.current?.focus();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              opener.current?.focus();
            }}
          >
            <div className="mb-5 flex items-center justify-between gap-4">
              <RadixDialog.Title className="font-serif text-2xl font-semibold">{title}</RadixDialog.Title>
              <RadixDialog.Close
                aria-label="Close"
                className="-mr-2 grid size-11 place-items-center rounded-full text-quiet hover:bg-well hover:text-ink"
              >
                <X aria-hidden="true" className="size-5" />
              </RadixDialog.Close>
            </div>
            {children}
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** The height above an on-screen keyboard, for which CSS has no unit; undefined without a keyboard. */
function useVisibleHeight(): number | undefined {
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const measure = () => {
      // Pinch zoom makes the viewport smaller as well.
      const isCut = viewport.scale === 1 && viewport.height < window.innerHeight;
      setHeight(isCut ? viewport.height : undefined);
    };
    measure();
    viewport.addEventListener("resize", measure);
    return () => viewport.removeEventListener("resize", measure);
  }, []);
  return height;
}

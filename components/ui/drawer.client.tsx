"use client";

import * as RadixDialog from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ReactNode, RefObject } from "react";

type DrawerProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Gets the focus back on closing. */
  opener: RefObject<HTMLElement | null>;
  children: ReactNode;
};

export function Drawer({ title, isOpen, onClose, opener, children }: DrawerProps) {
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 bg-black/50 transition-opacity duration-200 starting:opacity-0" />
        <RadixDialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-40 flex w-72 flex-col overflow-y-auto overscroll-contain border-r border-line bg-card pb-[env(safe-area-inset-bottom)] shadow-2xl transition-transform duration-200 ease-out starting:-translate-x-full"
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.current?.focus();
          }}
        >
          <RadixDialog.Title className="sr-only">{title}</RadixDialog.Title>
          {children}
          <RadixDialog.Close
            aria-label="Close"
            className="absolute top-2.5 right-2 grid size-11 place-items-center rounded-full text-quiet hover:bg-well hover:text-ink"
          >
            <X aria-hidden="true" className="size-5" />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

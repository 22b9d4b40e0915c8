"use client";

import { type RefObject, useRef } from "react";
import { Dialog } from "@/components/ui/dialog.client";
import type { Shortcut } from "./shortcuts.client";

const list: Record<Shortcut, string> = {
  k: "Play or pause",
  j: "Back 10 seconds",
  l: "Forward 10 seconds",
  "<": "Slower",
  ">": "Faster",
  n: "Take a note",
  "Shift+N": "Next lecture",
  "?": "This list",
};

type ShortcutListProps = {
  isOn: boolean;
  onTurn: (isOn: boolean) => void;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/** The keys that control a video, and a switch that turns them off. */
export function ShortcutList({ isOn, onTurn, opener, onClose }: ShortcutListProps) {
  const toggle = useRef<HTMLInputElement>(null);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} opener={opener} initialFocus={toggle}>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          ref={toggle}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
          role="switch"
          checked={isOn}
          onChange={({ target }) => onTurn(target.checked)}
          className="size-5 shrink-0 accent-board"
        />
        Use keyboard shortcuts
      </label>
      <p className="mt-1 text-sm text-quiet">
        They work while the focus is on the lecture, from its heading to the buttons beneath the player.
        Inside the video, YouTube’s own keys apply.
      </p>
      <dl className="mt-5 grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-3">
        {Object.entries(list).map(([shortcut, text]) => (
          <div key={shortcut} className="col-span-2 grid grid-cols-subgrid">
            <dt className="flex gap-1">
              {shortcut.split("+").map((key) => (
                <kbd
                  key={key}
                  className="min-w-8 rounded-md border border-line bg-card px-2 py-0.5 text-center font-sans text-sm font-semibold"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className={isOn ? undefined : "text-quiet"}>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

"use client";

import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { isRemembered, remember } from "@/components/api/remembered.client";

export type Shortcut = "k" | "j" | "l" | "<" | ">" | "n" | "Shift+N" | "?";

/** The pressed key as shortcuts name it; undefined with Ctrl, Alt or Meta, and while text is being typed. */
function shortcutOf(event: KeyboardEvent): string | undefined {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
  const target = event.target as Element;
  if (target.matches("input:not([type=checkbox]), textarea, select, [contenteditable]")) return;
  const isLetter = /^[a-z]$/i.test(key);
  return isLetter && shiftKey ? `Shift+${key.toUpperCase()}` : key.toLowerCase();
}

/**
 * Lets keys control the video while the focus is in the lecture's region or on the poster, and nowhere else, so that
 * no key has an unexpected effect (WCAG 2.1.4). Inside the player YouTube's own keys apply.
 * @param place the element around the player's frame
 */
export function useShortcuts(place: RefObject<HTMLElement | null>, actions: Record<Shortcut, () => void>) {
  const [isOn, setIsOn] = useState(() => !isRemembered("shortcuts-off"));
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutOf(event);
    if (!shortcut || !(shortcut in actions)) return;
    event.preventDefault();
    actions[shortcut as Shortcut]();
  });
  useEffect(() => {
    const region = place.current?.closest("section");
    const frame = place.current?.querySelector("iframe");
    if (!isOn || !region) return;
    const listening = new AbortController();
    const listen = (target?: Node | null) =>
      target?.addEventListener("keydown", (event) => onKey(event as KeyboardEvent), listening);
    const listenToPoster = () => listen(frame?.contentDocument);
    listen(region);
    listenToPoster();
    frame?.addEventListener("load", listenToPoster, listening);
    return () => listening.abort();
  }, [place, isOn]);
  const turn = (on: boolean) => {
    setIsOn(on);
    remember("shortcuts-off", !on);
  };
  return { isOn, turn };
}

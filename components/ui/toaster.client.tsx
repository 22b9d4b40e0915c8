"use client";

import { CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { Toaster as Sonner, toast as sonner } from "sonner";
import type { Toast } from "./toast";
import { toastActionClasses, toastClasses } from "./toast-classes";
import { durationOf } from "./toast-duration";

const icons = {
  success: <CircleCheck aria-hidden="true" className="size-5 text-board" />,
  error: <TriangleAlert aria-hidden="true" className="size-5 text-fault" />,
  info: <Info aria-hidden="true" className="size-5 text-chalk" />,
};

const classNames = {
  // Toasts behind the first one have its height, beyond which their texts would be seen.
  toast: "data-[front=false]:data-[expanded=false]:*:opacity-0",
  success: toastClasses("success"),
  error: toastClasses("error"),
  info: toastClasses("info"),
  icon: "shrink-0",
  content: "before-link",
  description: "font-normal text-quiet",
  actionButton: toastActionClasses,
};

const mounted = Promise.withResolvers<void>();

export function Toaster() {
  const isSmall = useMedia("(width < 48rem)");
  // The library subscribes to toasts in an effect of its own, which has run by then.
  useEffect(mounted.resolve, []);
  return (
    // At the top of a small screen a toast covers nothing that a thumb is about to press.
    <Sonner
      position={isSmall ? "top-center" : "bottom-right"}
      icons={icons}
      toastOptions={{ unstyled: true, classNames }}
    />
  );
}

/** Shows a toast. Without a button, it replaces a toast of the same kind and message that is still shown. */
export async function show(toast: Toast): Promise<void> {
  const { kind, message, description, action } = toast;
  await mounted.promise;
  for (const shown of sonner.getToasts()) {
    const isSame = "title" in shown && shown.title === message && shown.type === kind;
    if (isSame && !action) sonner.dismiss(shown.id);
  }
  sonner[kind](message, { description, action, duration: durationOf(toast) });
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const update = () => setMatches(media.matches);
    media.addEventListener("change", update);
    return () => media.removeEventListener("change", update);
  }, [query]);
  return matches;
}

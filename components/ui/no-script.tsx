import type { ReactNode } from "react";

/** For the page's head: without JavaScript, elements with the class `needs-script` are hidden. */
export function NoScriptStyle() {
  return (
    <noscript>
      <style>{".needs-script{display:none!important}"}</style>
    </noscript>
  );
}

/** A text that is shown only without JavaScript, in place of what needs it. */
export function NoScriptNote({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <p className="my-4 text-sm text-quiet">{children}</p>
    </noscript>
  );
}

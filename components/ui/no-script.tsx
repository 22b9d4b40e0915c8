import type { ReactNode } from "react";

/** For the page's head: without JavaScript, what has the class `needs-script` is not shown. */
export function NoScriptStyle() {
  return (
    <noscript>
      <style>{".needs-script{display:none!important}"}</style>
    </noscript>
  );
}

/** What a page says without JavaScript, in place of what needs it. */
export function NoScriptNote({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <p className="my-4 text-sm text-quiet">{children}</p>
    </noscript>
  );
}

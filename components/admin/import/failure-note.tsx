import { CircleAlert } from "lucide-react";
import { routes } from "@/lib/routes";
import { importPath } from "./import-path";
import type { ImportFailure } from "./import-state.client";

/** What went wrong last. A toast has said it aloud; this one stays. */
export function FailureNote({ failure }: { failure: ImportFailure }) {
  return (
    <p className="mt-4 flex gap-2.5 text-sm text-fault">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {failure.message}
        {failure.signIn ? (
          <>
            {" "}
            <a href={routes.signIn(importPath())} className="font-semibold underline">
              Sign in
            </a>
          </>
        ) : null}
      </span>
    </p>
  );
}

import { LibraryBig } from "lucide-react";
import { type AccountRole, isEnough } from "@/lib/auth/roles";
import { ImportLink } from "./import-link";
import { Notice } from "./notice";

/** Shown if there are no lectures at all. */
export function EmptyCatalogue({ role }: { role: AccountRole }) {
  return (
    <Notice
      Icon={LibraryBig}
      title="The catalogue is empty"
      hint="Import a CSV file, or one of the files that come with the product, and its courses are online at once."
    >
      {isEnough(role, "editor") ? <ImportLink /> : null}
    </Notice>
  );
}

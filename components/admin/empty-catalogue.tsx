import { LibraryBig } from "lucide-react";
import { ImportLink } from "./import-link";
import { Notice } from "./notice";

/** Stands where there are no lectures at all. */
export function EmptyCatalogue() {
  return (
    <Notice
      Icon={LibraryBig}
      title="The catalogue is empty"
      hint="Import a CSV file, or one of the files that come with the product, and its courses are online at once."
    >
      <ImportLink />
    </Notice>
  );
}

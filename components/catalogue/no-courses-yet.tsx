import { LibraryBig } from "lucide-react";

/** The home page of an empty catalogue. */
export function NoCoursesYet() {
  return (
    <section className="shell py-24 text-center">
      <LibraryBig aria-hidden="true" className="mx-auto size-12 text-quiet" strokeWidth={1.25} />
      <h2 className="mt-4 font-serif text-2xl font-semibold">No Courses Yet</h2>
      <p className="mt-2 text-quiet">Contact admin to import course data</p>
    </section>
  );
}

import { PageNotFound } from "@/components/site/page-not-found";

/** Replaces a console page whose lecture, quiz or import does not exist, or no longer; the menu stays. */
export default function ConsoleNotFound() {
  return (
    <section className="flex flex-col items-center gap-3 py-16 text-center">
      <PageNotFound />
    </section>
  );
}

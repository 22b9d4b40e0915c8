import { site } from "@/lib/site";
import { Logo } from "./logo";

export function SiteFooter() {
  return (
    <footer className="mt-20 border-t border-line">
      <div className="shell flex flex-col gap-3 py-10 sm:flex-row sm:items-center sm:justify-between">
        <Logo />
        <p className="text-sm text-quiet">{site.promise}</p>
      </div>
    </footer>
  );
}

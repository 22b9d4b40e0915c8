import { LayoutDashboard } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { EmailAddress } from "@/components/ui/email-address";
import { adminRoutes } from "@/lib/admin/routes";
import { initialOf, type Viewer } from "@/lib/auth/types";

/** On a narrow screen an e-mail address may take two lines: what is beneath it does not move when it comes. */
export const headerHeight = "min-h-20 sm:min-h-16";

type ProfileHeaderProps = {
  viewer: Viewer;
  /** Whether the page has another heading. */
  isAside?: boolean;
};

export function ProfileHeader({ viewer, isAside = false }: ProfileHeaderProps) {
  const Name = isAside ? "p" : "h1";
  return (
    <header className={`flex flex-wrap items-center gap-4 ${headerHeight}`}>
      <span
        aria-hidden="true"
        className="grid size-16 shrink-0 place-items-center rounded-full bg-board font-serif text-2xl font-semibold text-board-ink forced-colors:border"
      >
        {initialOf(viewer.name)}
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <Name className="font-serif text-2xl font-semibold wrap-anywhere sm:text-3xl">{viewer.name}</Name>
        <p className="text-quiet wrap-anywhere">
          <EmailAddress address={viewer.email} />
        </p>
      </div>
      {viewer.role !== "user" ? <AdminConsoleLink className="max-sm:hidden" /> : null}
    </header>
  );
}

export function AdminConsoleLink({ className }: { className: string }) {
  return (
    // A full page load: the console has its own content security policy.
    <a href={adminRoutes.console()} rel="external" className={buttonClasses("outline", className)}>
      <LayoutDashboard aria-hidden="true" className="size-4" />
      Admin Console
    </a>
  );
}

import { Download } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { adminRoutes } from "@/lib/admin/routes";
import { formatCount } from "@/lib/catalogue/display";

/** Downloads of what a list of lectures shows, and of the hidden lectures of its courses. */
export function ExportLinks({ query, listed, hidden }: { query: string; listed: number; hidden: number }) {
  const rows = listed + hidden;
  if (rows === 0) return null;
  const count = `${formatCount(rows)} ${rows === 1 ? "row" : "rows"}`;
  return (
    <div className="mb-4">
      <div className="flex flex-wrap gap-2">
        <ExportLink query={query} purpose="spreadsheets">
          Download for spreadsheets
        </ExportLink>
        <ExportLink query={query} purpose="exact">
          Download exact
        </ExportLink>
      </div>
      <p className="mt-1.5 max-w-3xl text-sm text-pretty text-quiet">
        {hidden > 0 ? `${count}, of which ${formatCount(hidden)} hidden. ` : `${count}. `}
        For spreadsheets, an apostrophe keeps a cell from being run as a formula. Either file can be imported
        again.
      </p>
    </div>
  );
}

type ExportLinkProps = { query: string; purpose: "spreadsheets" | "exact"; children: string };

function ExportLink({ query, purpose, children }: ExportLinkProps) {
  return (
    <a href={adminRoutes.exportLectures({ query, purpose })} download className={buttonClasses("outline")}>
      <Download aria-hidden="true" className="size-4" />
      {children}
    </a>
  );
}

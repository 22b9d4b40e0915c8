import { Download } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { adminRoutes } from "@/lib/admin/routes";
import { countOf, formatCount } from "@/lib/catalogue/display";

type ExportLinksProps = { query: string; listed: number; hidden: number };

/** Download links for the listed lectures and the hidden lectures of their courses. */
export function ExportLinks({ query, listed, hidden }: ExportLinksProps) {
  const rows = listed + hidden;
  if (rows === 0) return null;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <ExportLink query={query} purpose="spreadsheets">
          Download for spreadsheets
        </ExportLink>
        <ExportLink query={query} purpose="exact">
          Download exact
        </ExportLink>
      </div>
      <p className="mt-2 mb-4 basis-full text-sm text-pretty text-quiet lg:text-right">
        {countOf(rows, "row")}
        {hidden > 0 ? `, of which ${formatCount(hidden)} hidden` : ""}. Either file can be imported again; for
        spreadsheets, an apostrophe keeps a cell from being run as a formula.
      </p>
    </>
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

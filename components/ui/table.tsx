import type { ReactNode } from "react";
import { classNames } from "./class-names";

export type Column = {
  label: string;
  /** In percent of the table's width. */
  width: number;
  isNumber?: boolean;
  /** The control in the column's header that sorts the table; without it the header shows the label. */
  heading?: ReactNode;
  /** How the table is sorted by this column; undefined if it is not. */
  sort?: "ascending" | "descending" | undefined;
};

type TableProps = {
  labelledBy: string;
  columns: readonly Column[];
  children: ReactNode;
};

/**
 * A table whose rows become lists of named values if there is no room for columns. It states its roles, because
 * browsers drop the implicit ones from tables with another `display`.
 */
export function Table({ labelledBy, columns, children }: TableProps) {
  return (
    <div className="@container overflow-hidden rounded-2xl border border-line bg-card">
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table
        role="table"
        aria-labelledby={labelledBy}
        className="block w-full text-left text-sm @3xl:table @3xl:table-fixed"
      >
        {/* Widths come before the header: a browser may paint a header row of which only a part has arrived. */}
        <colgroup className="hidden @3xl:table-column-group">
          {columns.map(({ label, width }) => (
            <col key={label} style={{ width: `${width}%` }} />
          ))}
        </colgroup>
        <thead role="rowgroup" className="sr-only @3xl:not-sr-only @3xl:table-header-group">
          <tr role="row">
            {columns.map(({ label, isNumber, heading, sort }) => (
              <th
                key={label}
                role="columnheader"
                scope="col"
                aria-sort={sort}
                className={classNames(
                  "border-b border-line bg-well px-4 py-3 text-xs font-semibold text-quiet",
                  isNumber && "text-right",
                )}
              >
                {heading ?? label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block @3xl:table-row-group">
          {children}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </div>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see Table
    <tr role="row" className="grid gap-1.5 border-line px-4 py-4 not-last:border-b @3xl:table-row">
      {children}
    </tr>
  );
}

type CellProps = { column: Column; className?: string; children: ReactNode };

/** `bdi` keeps right-to-left text in a value from reordering its surroundings. */
export function Cell({ column, className, children }: CellProps) {
  return (
    <td
      // biome-ignore lint/a11y/noRedundantRoles: see Table
      role="cell"
      data-label={column.label}
      className={classNames(
        "grid grid-cols-[minmax(0,min(7rem,40%))_minmax(0,1fr)] gap-3 align-top @max-3xs:block @3xl:table-cell @3xl:align-middle @3xl:px-4 @3xl:py-3",
        // The alternative text is empty: screen readers read the column's header already.
        "before:font-normal before:text-quiet before:content-[attr(data-label)_/_''] @max-3xs:before:block @3xl:before:hidden",
        column.isNumber && "whitespace-nowrap tabular-nums @3xl:text-right",
        className,
      )}
    >
      <bdi>{children}</bdi>
    </td>
  );
}

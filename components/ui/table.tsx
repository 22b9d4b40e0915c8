import type { ReactNode } from "react";
import { classNames } from "./class-names";

export type Column = {
  label: string;
  /** Its part of the width, in percent. */
  width: number;
  /** Numbers stand at the right. */
  isNumber?: boolean;
};

type TableProps = {
  /** The id of its heading. */
  labelledBy: string;
  columns: readonly Column[];
  children: ReactNode;
};

/**
 * A table that never scrolls sideways: where there is no room for columns, each row becomes a small
 * list of named values. The roles are spelt out, because another `display` takes them away.
 */
export function Table({ labelledBy, columns, children }: TableProps) {
  return (
    <div className="@container overflow-hidden rounded-2xl border border-line bg-card">
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table
        role="table"
        aria-labelledby={labelledBy}
        className="block w-full text-left text-sm @2xl:table @2xl:table-fixed"
      >
        <thead role="rowgroup" className="sr-only @2xl:not-sr-only @2xl:table-header-group">
          <tr role="row">
            {columns.map(({ label, width, isNumber }) => (
              <th
                key={label}
                role="columnheader"
                scope="col"
                style={{ width: `${width}%` }}
                className={classNames(
                  "border-b border-line bg-well px-4 py-3 text-xs font-semibold text-quiet",
                  isNumber && "text-right",
                )}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block @2xl:table-row-group">
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
    <tr role="row" className="grid gap-1.5 border-line px-4 py-4 not-last:border-b @2xl:table-row">
      {children}
    </tr>
  );
}

type CellProps = { column: Column; className?: string; children: ReactNode };

/** One value. Texts of unknown origin cannot reorder what stands beside them. */
export function Cell({ column, className, children }: CellProps) {
  return (
    <td
      // biome-ignore lint/a11y/noRedundantRoles: see Table
      role="cell"
      data-label={column.label}
      className={classNames(
        "grid grid-cols-[7rem_minmax(0,1fr)] gap-3 align-top @2xl:table-cell @2xl:px-4 @2xl:py-3",
        // An empty alternative: the column's name is read aloud as its header.
        "before:font-normal before:text-quiet before:content-[attr(data-label)_/_''] @2xl:before:hidden",
        column.isNumber && "tabular-nums @2xl:text-right",
        className,
      )}
    >
      <bdi>{children}</bdi>
    </td>
  );
}

import { FileUp } from "lucide-react";
import { ConsoleLink } from "@/components/admin/console-navigation.client";
import { StatusBadge } from "@/components/admin/import/status-badge";
import { adminRoutes } from "@/lib/admin/routes";
import { countsText, type ImportJob } from "@/lib/lecture-import/job";
import { LocalTime } from "../local-time.client";
import { Panel, PanelNote, panelLink } from "./panel";

/** The last imports and undos, each with its state and row counts. */
export function RecentImports({ imports }: { imports: readonly ImportJob[] }) {
  return (
    <Panel
      id="recent-imports"
      Icon={FileUp}
      title="Recent imports"
      aside={
        imports.length === 0 ? null : (
          <ConsoleLink href={adminRoutes.import()} className={`text-sm text-board ${panelLink}`}>
            All imports
          </ConsoleLink>
        )
      }
    >
      {imports.length === 0 ? (
        <PanelNote>Nothing has been imported yet.</PanelNote>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {imports.map((job) => (
            <li
              key={job.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 text-sm last:pb-0"
            >
              <div className="min-w-0 grow basis-48">
                <ConsoleLink href={adminRoutes.importReport(job.id)} className={panelLink}>
                  {job.mode === "undo" ? "Undo of " : null}
                  <bdi>{job.fileName}</bdi>
                </ConsoleLink>
                <p className="text-quiet">
                  <LocalTime time={job.createdAt} />
                  {job.processedRows > 0 ? ` · ${countsText(job)}` : null}
                </p>
              </div>
              <StatusBadge job={job} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

import { SearchX } from "lucide-react";
import { ActivityLog } from "@/components/admin/activity-log";
import { ConsoleLink } from "@/components/admin/console-navigation.client";
import { ConsolePage } from "@/components/admin/console-page";
import { KeptFocus } from "@/components/admin/kept-focus.client";
import { ListFilter } from "@/components/admin/list-filter.client";
import { Notice } from "@/components/admin/notice";
import { buttonClasses } from "@/components/ui/button";
import { byKind, capitalised, parseBefore, parseFilter } from "@/lib/admin/activity";
import { listLogEvents, readLog } from "@/lib/admin/people.server";
import { adminRoutes } from "@/lib/admin/routes";
import { adminMetadata, requireAdmin } from "@/lib/auth/admin.server";
import { formatCount } from "@/lib/catalogue/display";

export const generateMetadata = adminMetadata("Activity log", "admin");

export default async function LogPage({ searchParams }: PageProps<"/admin-console/log">) {
  const { client } = await requireAdmin();
  const asked = await searchParams;
  const filter = { what: parseFilter(asked.what), person: parseFilter(asked.person) };
  const before = parseBefore(asked.before);
  const [{ entries, hasMore }, events] = await Promise.all([
    readLog(client, { ...filter, before }),
    listLogEvents(client),
  ]);
  const groups = [...byKind(events)].map(([kind, members]) => ({
    label: kind,
    options: [
      { value: kind, label: `Anything about ${kind.toLowerCase()}` },
      ...members.map(({ event }) => ({ value: event, label: capitalised(event) })),
    ],
  }));
  const oldest = entries.at(-1);
  return (
    <ConsolePage title="Activity log" titleId="list-title">
      <p className="mt-3 max-w-3xl text-pretty text-quiet">
        Who did what, the newest first. Nothing in it can be changed. Sign-ins, which have visitors’
        addresses, go after 90 days; everything else stays.
      </p>
      <ListFilter
        path={adminRoutes.log()}
        label="Person"
        note="A part of an email or a name, or the ID of an account."
        name="person"
        query={filter.person}
        choice={{
          name: "what",
          label: "What",
          value: filter.what,
          options: [{ value: "", label: "Everything" }],
          groups,
        }}
      />
      <p role="status" className="my-4 text-sm text-quiet">
        {entries.length === 0
          ? "Nothing to show"
          : `Showing ${formatCount(entries.length)} ${entries.length === 1 ? "entry" : "entries"}`}
      </p>
      {entries.length === 0 ? (
        <Notice Icon={SearchX} title="No entries match" hint="Try a shorter text, or clear the filter." />
      ) : (
        <ActivityLog labelledBy="list-title" entries={entries} />
      )}
      <KeptFocus>
        {before > 0 || hasMore ? (
          <nav aria-label="Pages" className="mt-6 flex flex-wrap justify-center gap-3">
            {before > 0 ? (
              <ConsoleLink href={adminRoutes.log(filter)} className={buttonClasses("outline")}>
                Newest entries
              </ConsoleLink>
            ) : null}
            {hasMore && oldest ? (
              <ConsoleLink
                href={adminRoutes.log({ ...filter, before: oldest.id })}
                rel="next"
                className={buttonClasses("outline")}
              >
                Older entries
              </ConsoleLink>
            ) : null}
          </nav>
        ) : null}
      </KeptFocus>
    </ConsolePage>
  );
}

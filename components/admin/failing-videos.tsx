import { ChevronRight, VideoOff } from "lucide-react";
import { adminRoutes } from "@/lib/admin/routes";
import { formatCount } from "@/lib/catalogue/display";
import { ConsoleLink } from "./console-navigation.client";

/** The dashboard's link to the videos that do not play, with their number. */
export function FailingVideos({ count }: { count: number }) {
  return (
    <ConsoleLink
      href={adminRoutes.videos()}
      className="flex flex-wrap items-center gap-2.5 rounded-2xl border border-line bg-card p-card hover:border-board sm:p-6"
    >
      <VideoOff aria-hidden="true" className="size-5 text-board" strokeWidth={1.75} />
      <span className="before-link font-serif text-xl font-semibold">Videos not playing</span>
      <span className="ml-auto flex items-center gap-2.5 font-serif text-3xl font-semibold tabular-nums">
        {formatCount(count)}
        <ChevronRight aria-hidden="true" className="size-5 text-quiet" />
      </span>
    </ConsoleLink>
  );
}

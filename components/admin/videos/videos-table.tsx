import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Missing } from "@/components/ui/missing";
import { formatDay } from "@/lib/admin/display";
import { countOf, formatCount } from "@/lib/catalogue/display";
import { describeReason, stateNames } from "@/lib/video-health/messages";
import type { FailingVideo } from "@/lib/video-health/types";
import { VideoActions } from "./video-actions.client";

const columns = ["Lecture", "Reason", "Reporters", "Reported", "Last played"];
const grid = "@3xl:grid @3xl:grid-cols-[minmax(0,1fr)_11rem_5rem_7.5rem_7rem] @3xl:gap-x-6";

type VideosTableProps = { labelledBy: string; videos: readonly FailingVideo[]; canEdit: boolean };

/** The table has explicit ARIA roles, because browsers drop the implicit ones if `display` is changed. */
export function VideosTable({ labelledBy, videos, canEdit }: VideosTableProps) {
  return (
    <div className="@container rounded-2xl border border-line bg-card text-sm">
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table role="table" aria-labelledby={labelledBy} className="block text-left">
        <thead role="rowgroup" className="sr-only @3xl:not-sr-only @3xl:block">
          <tr role="row" className={`rounded-t-2xl border-b border-line bg-well px-4 py-3 ${grid}`}>
            {columns.map((label) => (
              <th
                key={label}
                role="columnheader"
                scope="col"
                className={`text-xs font-semibold text-quiet ${label === "Reporters" ? "@3xl:text-right" : ""}`}
              >
                {label}
              </th>
            ))}
            <th role="columnheader" scope="col" className="sr-only">
              Actions
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup" className="block">
          {videos.map((video) => (
            <tr
              key={video.videoId}
              role="row"
              className={`grid gap-1.5 border-line px-4 pt-4 pb-2 not-last:border-b ${grid} @3xl:gap-y-1`}
            >
              <td role="cell" className="min-w-0 space-y-1.5">
                {video.lectures.map(({ name, courseName, lectureId }) => (
                  <p key={`${courseName} ${lectureId}`} className="wrap-anywhere">
                    <bdi className="block text-base font-semibold @3xl:text-sm">{name}</bdi>
                    <bdi className="block text-quiet">{courseName}</bdi>
                  </p>
                ))}
                {video.lectureCount > video.lectures.length ? (
                  <p className="text-quiet">
                    and {countOf(video.lectureCount - video.lectures.length, "more lecture")}
                  </p>
                ) : null}
              </td>
              <Fact label="Reason">
                <Badge look={video.state === "gone" || video.state === "not_embeddable" ? "strong" : "plain"}>
                  {stateNames[video.state]}
                </Badge>
                {video.reason ? <span className="mt-1 block">{describeReason(video.reason)}</span> : null}
              </Fact>
              <Fact label="Reporters" isNumber>
                {formatCount(video.reporters)}
              </Fact>
              <Fact label="Reported">
                <Days first={video.firstBad} last={video.lastBad} />
              </Fact>
              <Fact label="Last played">
                {video.lastPlayed === null ? <Missing label="Not known" /> : <Day at={video.lastPlayed} />}
              </Fact>
              <td role="cell" className="@3xl:col-span-full">
                <VideoActions video={video} canEdit={canEdit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </div>
  );
}

type FactProps = { label: string; isNumber?: boolean; children: ReactNode };

function Fact({ label, isNumber, children }: FactProps) {
  return (
    <td
      // biome-ignore lint/a11y/noRedundantRoles: see VideosTable
      role="cell"
      data-label={label}
      className={`grid grid-cols-[minmax(0,min(7rem,40%))_minmax(0,1fr)] gap-3 before:text-quiet before:content-[attr(data-label)_/_''] @max-3xs:block @max-3xs:before:block @3xl:block @3xl:before:hidden ${isNumber ? "tabular-nums @3xl:text-right" : ""}`}
    >
      <div>{children}</div>
    </td>
  );
}

function Days({ first, last }: { first: number | null; last: number | null }) {
  if (first === null || last === null) return <Missing label="Not lately" />;
  if (formatDay(first) === formatDay(last)) return <Day at={first} />;
  return (
    <>
      <Day at={first} /> <span className="text-quiet">to</span> <Day at={last} />
    </>
  );
}

function Day({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} className="whitespace-nowrap">
      {formatDay(at)}
    </time>
  );
}

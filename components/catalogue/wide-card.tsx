import type { ReactNode } from "react";
import { Thumbnail } from "./thumbnail";

type WideCardProps = { videoId: string | null; eager?: boolean; children: ReactNode };

/** A course in a list: its thumbnail above the rest, or beside it if there is room. */
export function WideCard({ videoId, eager, children }: WideCardProps) {
  return (
    <article className="group relative flex flex-col gap-4 rounded-xl border border-line bg-card p-[min(1rem,4vw)] transition-colors hover:border-board sm:flex-row">
      <Thumbnail videoId={videoId} eager={eager} className="w-full shrink-0 self-start rounded-lg sm:w-56" />
      {children}
    </article>
  );
}

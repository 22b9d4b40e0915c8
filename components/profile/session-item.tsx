import { Monitor, Smartphone } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { buttonClasses } from "@/components/ui/button";
import { describeAge, formatDay } from "@/lib/auth/session-dates";
import type { OwnSession } from "@/lib/auth/types";

type SessionItemProps = { session: OwnSession; isEnding: boolean; onEnd: () => void };

export function SessionItem({ session, isEnding, onEnd }: SessionItemProps) {
  const device = session.device ?? "Unknown device";
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Icon aria-hidden="true" className="size-6 text-quiet" strokeWidth={1.5} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {device}
          {session.isCurrent ? <Badge look="strong">This device</Badge> : null}
        </p>
        <p className="text-sm text-quiet">
          Signed in {formatDay(session.createdAt)}
          {session.address ? ` from ${session.address}` : ""}
        </p>
        {session.isCurrent ? null : (
          <p className="text-sm text-quiet">Active {describeAge(session.lastActiveAt)}</p>
        )}
      </div>
      {session.isCurrent ? null : (
        <button
          type="button"
          aria-disabled={isEnding}
          onClick={onEnd}
          className={buttonClasses("outline", "max-sm:ml-10")}
        >
          Sign out<span className="sr-only"> {device}</span>
        </button>
      )}
    </li>
  );
}

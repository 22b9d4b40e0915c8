import { TriangleAlert } from "lucide-react";
import { type DiskSpace, inGigabytes, LOW_BYTES } from "@/lib/disk-space";

/** Warns administrators that the server's disk is almost full; renders nothing if `disk` is null. */
export function LowDisk({ disk }: { disk: DiskSpace | null }) {
  if (!disk) return null;
  return (
    <p className="mt-4 flex gap-2.5 rounded-2xl border border-line bg-card p-4 text-sm">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 text-fault" />
      <span>
        The disk of the server has {inGigabytes(disk.freeBytes)} left. Please have its operator make room: an
        import of 100 MB takes up to {inGigabytes(LOW_BYTES)}.
      </span>
    </p>
  );
}

import { LoaderCircle } from "lucide-react";

export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="grid min-h-64 place-items-center">
      <span className="sr-only">{label}</span>
      <LoaderCircle aria-hidden="true" className="size-8 animate-spin text-board" />
    </div>
  );
}

import { ProgressBar } from "@/components/ui/progress-bar";

type ImportBarProps = { label: string; percent: number | null; valueText: string };

/** How far an import is; a bar that keeps moving while there is nothing to measure. */
export function ImportBar({ label, percent, valueText }: ImportBarProps) {
  if (percent !== null) return <ProgressBar label={label} value={percent} valueText={valueText} />;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuetext={valueText}
      className="h-2 overflow-hidden rounded-full bg-well"
    >
      <div className="sliding h-full w-2/5 rounded-full bg-board motion-reduce:w-full motion-reduce:opacity-50" />
    </div>
  );
}

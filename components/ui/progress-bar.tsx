/** A bar that is filled to a percentage. `label` says of what. */
export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-2 overflow-hidden rounded-full bg-well"
    >
      <div className="h-full rounded-full bg-board" style={{ width: `${percent}%` }} />
    </div>
  );
}

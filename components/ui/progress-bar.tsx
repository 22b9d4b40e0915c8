type ProgressBarProps = {
  label: string;
  value: number;
  max?: number;
  /** Read aloud instead of the number. */
  valueText?: string;
};

export function ProgressBar({ label, value, max = 100, valueText }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuetext={valueText}
      className="h-2 overflow-hidden rounded-full bg-well forced-colors:border"
    >
      <div
        className="h-full rounded-full bg-board transition-[width] forced-colors:bg-[Highlight]"
        style={{ width: `${(value / max) * 100}%` }}
      />
    </div>
  );
}

/** A dash for a missing value; screen readers read `label` instead. */
export function Missing({ label }: { label: string }) {
  return (
    <span className="text-quiet">
      <span aria-hidden="true">—</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

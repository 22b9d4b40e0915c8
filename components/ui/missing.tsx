/** A dash where there is no value; `label` says so to screen readers. */
export function Missing({ label }: { label: string }) {
  return (
    <span className="text-quiet">
      <span aria-hidden="true">—</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

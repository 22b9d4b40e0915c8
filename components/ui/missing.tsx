/** A dash where there is no value, with what that means for those who cannot see it. */
export function Missing({ label }: { label: string }) {
  return (
    <span className="text-quiet">
      <span aria-hidden="true">—</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

export function NotesSkeleton() {
  return (
    <div aria-hidden="true" className="needs-script mt-6 animate-pulse">
      <div className="h-12 rounded-lg bg-well" />
      <div className="mt-10 h-7 w-1/2 rounded-md bg-well" />
      <div className="mt-5 h-40 rounded-xl bg-well" />
    </div>
  );
}

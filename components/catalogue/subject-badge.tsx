export function SubjectBadge({ subject }: { subject: string }) {
  return (
    <span
      dir="auto"
      className="inline-block max-w-full truncate rounded-md bg-board-soft px-2 py-0.5 text-xs font-semibold text-board"
    >
      {subject}
    </span>
  );
}

export function Keywords({ keywords }: { keywords: readonly string[] }) {
  if (keywords.length === 0) return null;
  return (
    <ul aria-label="Keywords" className="flex flex-wrap gap-2">
      {keywords.map((keyword) => (
        <li
          key={keyword}
          className="max-w-full rounded-full border border-line bg-card px-3 py-1 text-sm break-words text-quiet"
        >
          {keyword}
        </li>
      ))}
    </ul>
  );
}

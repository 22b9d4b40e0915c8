const MARKS = /\p{Mn}/gu;

/** Lower case, without accents, with single spaces. */
function normalize(text: string): string {
  return text.normalize("NFD").replace(MARKS, "").toLowerCase().replace(/\s+/g, " ").trim();
}

/**
 * The courses whose names contain every word of `text`, ignoring case and accents: first the names that equal it,
 * then the names that start with it, then the rest. Within these groups, the order does not change.
 */
export function filterByName<Named extends { name: string }>(all: readonly Named[], text: string): Named[] {
  const wanted = normalize(text);
  const words = wanted.split(" ");
  const found: [exact: Named[], starts: Named[], others: Named[]] = [[], [], []];
  for (const entry of all) {
    const name = normalize(entry.name);
    if (!words.every((word) => name.includes(word))) continue;
    found[name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2].push(entry);
  }
  return found.flat();
}

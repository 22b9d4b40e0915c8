const MARKS = /\p{Mn}/gu;

/** As texts are compared: any case, without accents, white space alike. */
function comparable(text: string): string {
  return text.normalize("NFD").replace(MARKS, "").toLowerCase().replace(/\s+/g, " ").trim();
}

/**
 * The courses whose name holds every word of `text`, in any order, case and accents aside. A name
 * that is the text comes first, then names that start with it; otherwise the order stays.
 */
export function filterByName<Named extends { name: string }>(all: readonly Named[], text: string): Named[] {
  const wanted = comparable(text);
  const words = wanted.split(" ");
  const found: [exact: Named[], starts: Named[], others: Named[]] = [[], [], []];
  for (const entry of all) {
    const name = comparable(entry.name);
    if (!words.every((word) => name.includes(word))) continue;
    found[name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2].push(entry);
  }
  return found.flat();
}

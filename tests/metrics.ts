/** The value of a metric in Prometheus text format, with its labels in any order; undefined if it is missing. */
export function sample(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const wanted = Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .sort()
    .join();
  for (const line of text.split("\n")) {
    const [, found, given = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (found === name && (given.match(/\w+="[^"]*"/g) ?? []).sort().join() === wanted) return Number(value);
  }
  return undefined;
}

/** The names of all metrics in Prometheus text format that have a value. */
export function metricNames(text: string): Set<string> {
  return new Set(text.match(/^[a-z]\w*/gm));
}

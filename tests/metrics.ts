/** The value of a metric in Prometheus' text, by its labels in any order; undefined where it is not there. */
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

/** The names of all metrics in Prometheus' text that have a value. */
export function metricNames(text: string): Set<string> {
  return new Set(text.match(/^[a-z]\w*/gm));
}

/**
 * A queue that saves the latest state of each key, with one request per key at a time: of three quick clicks, the
 * first and the last are sent, and the last one wins.
 *
 * @param save sends a state
 * @param settled called when nothing is left to save for a key, with the last state and the outcome of its request
 */
export function createLatestWins<Key, State, Outcome>(
  save: (key: Key, state: State) => Promise<Outcome>,
  settled: (key: Key, state: State, outcome: Outcome) => void,
) {
  const queued = new Map<Key, { state: State }>();
  const busy = new Set<Key>();

  async function work(key: Key): Promise<void> {
    for (let next = queued.get(key); next; ) {
      queued.delete(key);
      const outcome = await save(key, next.state);
      const newer = queued.get(key);
      if (!newer) {
        busy.delete(key);
        settled(key, next.state, outcome);
      }
      next = newer;
    }
  }

  return function enqueue(key: Key, state: State): void {
    queued.set(key, { state });
    if (busy.has(key)) return;
    busy.add(key);
    void work(key);
  };
}

/**
 * Saves the state last wanted of each thing, one request at a time: of three quick clicks the first
 * and the last are sent, and the last is what stays.
 *
 * @param save stores a state and says whether that worked
 * @param settled is told once per thing when nothing more is wanted of it: the state that was sent
 *   last, and what `save` said of it
 */
export function createLatestWins<Key, State, Outcome>(
  save: (key: Key, state: State) => Promise<Outcome>,
  settled: (key: Key, state: State, outcome: Outcome) => void,
) {
  const wanted = new Map<Key, { state: State }>();
  const busy = new Set<Key>();

  async function work(key: Key): Promise<void> {
    for (let next = wanted.get(key); next; ) {
      wanted.delete(key);
      const outcome = await save(key, next.state);
      const newer = wanted.get(key);
      if (!newer) {
        busy.delete(key);
        settled(key, next.state, outcome);
      }
      next = newer;
    }
  }

  return function want(key: Key, state: State): void {
    wanted.set(key, { state });
    if (busy.has(key)) return;
    busy.add(key);
    void work(key);
  };
}

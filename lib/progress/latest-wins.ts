/**
 * A queue that saves the latest state of each key, with one request per key at a time: of three quick clicks, the
 * first and the last are sent, and the last one wins. Only a page that closes does not wait for the first one's answer.
 *
 * @param save sends a state
 * @param settled called when nothing is left to save for a key, with the last state and the outcome of its request
 */
export function createLatestWins<Key, State, Outcome>(
  save: (key: Key, state: State) => Promise<Outcome>,
  settled: (key: Key, state: State, outcome: Outcome) => void,
) {
  const queued = new Map<Key, { state: State }>();
  /** By key, what ends the wait for the request under way. */
  const waits = new Map<Key, () => void>();
  const working = new Map<Key, Promise<void>>();

  async function work(key: Key): Promise<void> {
    for (let next = queued.get(key); next; ) {
      queued.delete(key);
      const overtaken = new Promise<null>((resolve) => waits.set(key, () => resolve(null)));
      const answer = await Promise.race([save(key, next.state).then((outcome) => ({ outcome })), overtaken]);
      const newer = queued.get(key);
      if (!newer) {
        working.delete(key);
        if (answer) settled(key, next.state, answer.outcome);
      }
      next = newer;
    }
  }

  return {
    enqueue(key: Key, state: State): void {
      queued.set(key, { state });
      if (!working.has(key)) working.set(key, work(key));
    },
    /** Sends what is queued at once, before the request under way is answered: the page may be closing. */
    hurry(): void {
      for (const key of queued.keys()) waits.get(key)?.();
    },
    /** Resolves when everything that was enqueued before has been answered. */
    async idle(): Promise<void> {
      await Promise.all(working.values());
    },
  };
}

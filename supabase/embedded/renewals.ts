import { LRUCache } from "lru-cache";

/**
 * How long a refresh token that was used is answered as it was the first time, in milliseconds: as long as by a hosted
 * auth service. Requests of one browser race at the end of their session, through one app server or several, and lite
 * ends a session whose token comes back.
 */
const REUSE_MS = 10_000;

const renewals = new LRUCache<string, Promise<Response>>({ max: 10_000, ttl: REUSE_MS });

/**
 * Renews the session of a refresh token, once for requests that race.
 * @param isOpen whether the session of an answer has not been ended since
 */
export async function renewOnce(
  token: string,
  renew: () => Promise<Response>,
  isOpen: (answer: Response) => Promise<boolean>,
): Promise<Response> {
  const known = renewals.get(token);
  if (known) {
    const answer = await known;
    if (await isOpen(answer.clone())) return answer.clone();
  }
  const renewal = renew();
  renewals.set(token, renewal);
  const forget = () => renewals.delete(token);
  renewal.then(({ ok }) => ok || forget(), forget);
  return (await renewal).clone();
}

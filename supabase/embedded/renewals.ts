import { LRUCache } from "lru-cache";

/**
 * How long a used refresh token gets the same answer as at its first use, in milliseconds: as long as from a hosted
 * auth service. Requests of one browser race when its access token expires, through one app server or several, and
 * lite ends a session whose token is used twice.
 */
const REUSE_MS = 10_000;

const renewals = new LRUCache<string, Promise<Response>>({ max: 10_000, ttl: REUSE_MS });

/**
 * Renews the session of a refresh token, once for concurrent requests.
 * @param isOpen whether the session in an answer is still open
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

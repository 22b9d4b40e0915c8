"use client";

/** The longest wait for the senders: without a network, signing out fails soon enough by itself. */
const TIMEOUT_MS = 3_000;

/** Resolves with whether nothing of it waits any more. */
type Sender = () => Promise<boolean>;
const senders = new Set<Sender>();

/**
 * For what waits to be sent, such as notes: calls the sender now, whenever the network is back, and before the user
 * signs out. Returns the function that ends that.
 */
export function keepSending(sender: Sender): () => void {
  const send = () => void sender();
  send();
  senders.add(sender);
  addEventListener("online", send);
  return () => {
    senders.delete(sender);
    removeEventListener("online", send);
  };
}

/** Adds a sender that is called before the user signs out. */
export const beforeSignOut = (sender: Sender) => void senders.add(sender);

/**
 * Sends what has not been sent yet. Resolves when all of it was answered, or after three seconds, with whether nothing
 * waits any more as far as is known.
 */
export async function sendBeforeSignOut(): Promise<boolean> {
  const results: boolean[] = [];
  const sending = [...senders].map(async (send) => results.push(await send()));
  const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
  await Promise.race([Promise.allSettled(sending), timeout]);
  return results.every(Boolean);
}

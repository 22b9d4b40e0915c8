"use client";

/** The longest wait for the senders: without a network, signing out fails soon enough by itself. */
const PATIENCE_MS = 3_000;

type Sender = () => Promise<unknown>;
const senders = new Set<Sender>();

/**
 * For what waits to be sent, such as notes: calls the sender now, whenever the network is back, and before the user signs
 * out. Returns the function that ends that.
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

/** Sends what the page has not sent yet. Resolves when all of it was answered, or after three seconds. */
export async function sendBeforeSignOut(): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([Promise.allSettled([...senders].map((send) => send())), patience]);
}

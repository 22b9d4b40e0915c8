"use client";

/** The longest wait for the senders: without a network, signing out fails soon enough by itself. */
const PATIENCE_MS = 3_000;

type Sender = () => Promise<unknown>;
const senders = new Set<Sender>();

/** Has something sent before the user signs out, such as notes that wait for a retry. Returns what takes that back. */
export function beforeSignOut(sender: Sender): () => void {
  senders.add(sender);
  return () => senders.delete(sender);
}

/** Sends what the page has not sent yet. Resolves when all of it was answered, or after three seconds. */
export async function sendBeforeSignOut(): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([Promise.allSettled([...senders].map((send) => send())), patience]);
}

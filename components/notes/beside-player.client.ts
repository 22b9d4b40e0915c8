"use client";

// What the player of a lecture's page and the notes beside it know of each other. Either may be loaded first.

/** The player as notes want it. */
export type PlayerHandle = {
  /** Where it is, in whole seconds; where it would start while nothing has been played. */
  seconds: number;
  /** The same as `12:40`. */
  time: string;
  isPlaying: boolean;
  /** Plays from there, and begins at the poster where nothing plays yet. */
  goTo(seconds: number): void;
  play(): void;
  pause(): void;
};

let handle: PlayerHandle | undefined;
let onWanted = () => {};
let onAsked = () => {};
const listeners = new Set<() => void>();

/** The player; undefined until it is offered. */
export const readPlayer = () => handle;

/** Offers the player, or another state of it; undefined once it is gone. */
export function offerPlayer(offered: PlayerHandle | undefined): void {
  handle = offered;
  for (const listener of listeners) listener();
}

export function subscribeToPlayer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Has the player offered before pointer or focus has come near it. */
export const wantPlayer = () => onWanted();

export function whenPlayerWanted(load: () => void): void {
  onWanted = load;
}

/** Begins a note at the moment that plays, as the button of the page does. */
export const askForNote = () => onAsked();

export function whenNoteAsked(begin: () => void): void {
  onAsked = begin;
}

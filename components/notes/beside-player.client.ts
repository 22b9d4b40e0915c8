"use client";

// Connects the player of a lecture's page with the notes beside it. Either may be loaded first.

/** What the notes need of the player. */
type PlayerHandle = {
  /** The playing position in whole seconds; the start while nothing has been played. */
  seconds: number;
  /** The same position as text, such as `12:40`. */
  time: string;
  isPlaying: boolean;
  /** Plays from a time, and starts the poster's video if the player is not loaded yet. */
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

/** Offers the player, or its new state; undefined when it is unmounted. */
export function offerPlayer(offered: PlayerHandle | undefined): void {
  handle = offered;
  for (const listener of listeners) listener();
}

export function subscribeToPlayer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Requests that the player is offered, even if pointer or focus has not reached it. */
export const wantPlayer = () => onWanted();

export function whenPlayerWanted(load: () => void): void {
  onWanted = load;
}

/** Begins a note at the playing position, as the button of the page does. */
export const askForNote = () => onAsked();

export function whenNoteAsked(begin: () => void): void {
  onAsked = begin;
}

const MOST_CHARACTERS = 100;
/** A longer word is likely a key or a token. */
const LONGEST_WORD = 40;
/** Seven digits or more, however they are grouped: the number of a phone, a card or a passport. */
const LONG_NUMBER = /\d(?:[\s().+/-]*\d){6}/u;
const ADDRESS = /@|:\/\/|www\./u;

/** The normalised text under which a query is counted: in lower case, with single spaces. */
export function toCountedText(query: string): string {
  return query.normalize("NFC").toLowerCase().trim().replace(/\s+/gu, " ");
}

/** Whether a text may be stored: not if it may contain personal data, such as an e-mail address or a long number. */
export function isCountable(text: string): boolean {
  const length = [...text].length;
  if (length < 2 || length > MOST_CHARACTERS) return false;
  if (ADDRESS.test(text) || LONG_NUMBER.test(text)) return false;
  return text.split(" ").every((word) => [...word].length <= LONGEST_WORD);
}

/** The most pending texts; further texts are not counted until one of them is done. */
const MOST_RESTING = 100;

/**
 * Debounces searches while visitors type: a text counts if no search comes in the meantime for a longer text that
 * starts with it, or for its own beginning. Nothing is stored about who searches.
 */
export class RestingSearches {
  readonly #resting = new Set<string>();

  /** Adds a text without results; false if it is already pending, or too many texts are. */
  begin(text: string): boolean {
    if (this.#resting.has(text) || this.#resting.size >= MOST_RESTING) return false;
    this.#resting.add(text);
    return true;
  }

  /** Drops the pending texts that a new search replaces, whether it has results or not. */
  supersede(text: string): void {
    for (const other of this.#resting)
      if (other !== text && (other.startsWith(text) || text.startsWith(other))) this.#resting.delete(other);
  }

  /** Ends the wait for a text; true if no other search has replaced it. */
  end(text: string): boolean {
    return this.#resting.delete(text);
  }
}

const MOST_CHARACTERS = 100;
/** A word that is longer is a key or a token. */
const LONGEST_WORD = 40;
/** Seven digits or more, however they are grouped: a telephone, a card or a passport. */
const LONG_NUMBER = /\d(?:[\s().+/-]*\d){6}/u;
const ADDRESS = /@|:\/\/|www\./u;

/** The text under which a query counts: in small letters, with single spaces. */
export function toCountedText(query: string): string {
  return query.normalize("NFC").toLowerCase().trim().replace(/\s+/gu, " ");
}

/** Whether a text may be kept: not one that may say something of a person, as an e-mail address or a long number does. */
export function isCountable(text: string): boolean {
  const length = [...text].length;
  if (length < 2 || length > MOST_CHARACTERS) return false;
  if (ADDRESS.test(text) || LONG_NUMBER.test(text)) return false;
  return text.split(" ").every((word) => [...word].length <= LONGEST_WORD);
}

/** Beyond these nothing more is taken in until one has rested. */
const MOST_RESTING = 100;

/**
 * Which searches count. Results follow typing: a text counts once it has rested, that is if no search has come
 * meanwhile that goes on from it or that it goes on from. Nothing says who searches.
 */
export class RestingSearches {
  readonly #resting = new Set<string>();

  /** Takes in a text that found nothing; false where it rests already, or too many do. */
  begin(text: string): boolean {
    if (this.#resting.has(text) || this.#resting.size >= MOST_RESTING) return false;
    this.#resting.add(text);
    return true;
  }

  /** Drops what a search takes the place of, whether it found something or not. */
  supersede(text: string): void {
    for (const other of this.#resting)
      if (other !== text && (other.startsWith(text) || text.startsWith(other))) this.#resting.delete(other);
  }

  /** Whether a text has rested until now. */
  end(text: string): boolean {
    return this.#resting.delete(text);
  }
}

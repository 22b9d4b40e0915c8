/** Options are lettered as long as the alphabet goes; the database takes no more. */
export const MAX_OPTIONS = 26;

/** `0` → `A`. */
export function letterOf(option: number): string {
  return String.fromCharCode(65 + option);
}

/** The option that a letter of either case names, or null. */
export function optionOfLetter(letter: string, count: number): number | null {
  if (!/^[a-z]$/i.test(letter)) return null;
  const option = letter.toUpperCase().charCodeAt(0) - 65;
  return option < count ? option : null;
}

/** The option that a key chooses: its letter, or its number counted from 1. Null for any other key. */
export function optionOfKey(key: string, count: number): number | null {
  if (!/^[1-9]$/.test(key)) return optionOfLetter(key, count);
  return Number(key) <= count ? Number(key) - 1 : null;
}
